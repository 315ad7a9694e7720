import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';
import type { Benefit, Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import { lockRows } from '@/lib/database/rows/lock';
import { jsonBytesOf, type RowMapping } from '@/lib/database/rows/mapping';
import type { exportBenefits } from '@/lib/resources/benefits/contract';
import { rulesOf } from '@/lib/resources/benefits/rules';
import type { BenefitSort, BenefitType } from '@/lib/resources/benefits/schema';
import { countsOf, empty } from '@/lib/resources/key-pools/service';
import { lockProductsUsing } from '@/lib/resources/product-locks/service';

export type BenefitRow = Benefit;

/** A benefit with the number of its products. */
export type CountedBenefit = Awaited<ReturnType<typeof load>>[number];

const MAPPING = { model: 'Benefit', table: 'benefits' } as const satisfies RowMapping;

const LIST: ListDefinition<BenefitSort> = {
  table: 'benefits',
  bytes: raw(jsonBytesOf('t', 'Benefit')),
  sorts: {
    created_at: required(sql`t.created_at`),
    description: textOrder('t.description'),
    type: sql`t.type::text COLLATE "C"`,
  },
};

/** The scope's live benefits. */
export function list(scope: Scope, query: QueryOf<typeof exportBenefits>) {
  const conditions = [
    sql`t.deleted_at IS NULL`,
    enumFilter('t.type', 'benefit_type', query.type),
    searchFilter(['t.description'], query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, (ids) => load(scope, { id: { in: [...ids] } }));
}

/** A live benefit; null when there is none in the scope. */
export async function find(scope: Scope, id: string): Promise<CountedBenefit | null> {
  const [row] = await load(scope, { id, deletedAt: null });
  return row ?? null;
}

async function load(scope: Scope, where: Prisma.BenefitWhereInput) {
  const include = { _count: { select: { products: true } } } as const;
  const rows = await db(scope).benefit.findMany({ where, include });
  const pooled = rows.filter((row) => rulesOf(row).isPooled?.(row.properties));
  if (pooled.length === 0) return rows.map((row) => ({ ...row, poolCounts: undefined }));
  const counts = await countsOf(
    scope,
    pooled.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, poolCounts: counts.get(row.id) }));
}

/**
 * The benefits with these ids that are not deleted, locked until the transaction ends: `SHARE` keeps others
 * from deleting them, `UPDATE` also from changing and granting them.
 */
export async function lock(
  scope: Scope,
  ids: readonly string[],
  strength: 'SHARE' | 'UPDATE',
): Promise<BenefitRow[]> {
  if (strength === 'UPDATE') await lockProductsUsing(scope, 'benefits', ids);
  const live = sql`t.id = ANY(${[...ids]}::uuid[]) AND t.deleted_at IS NULL`;
  return lockRows(scope, MAPPING, live, strength);
}

/** The ids of the live benefits of these types that give a file. */
export async function findByFile(
  scope: Scope,
  types: readonly BenefitType[],
  fileId: string,
): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    scope,
    sql`SELECT t.id FROM benefits t
        WHERE ${tenant(scope, 't')} AND t.type = ANY(${[...types]}::benefit_type[]) AND t.deleted_at IS NULL
          AND jsonb_exists(t.properties -> 'files', ${fileId})`,
  );
  return rows.map(({ id }) => id);
}

/** The ids of an organization's live benefits of some types. */
export async function findOfTypes(
  scope: Scope,
  types: readonly BenefitType[],
  organizationId: string,
): Promise<string[]> {
  const rows = await db(scope).benefit.findMany({
    where: { organizationId, deletedAt: null, type: { in: [...types] } },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

export const { create, update } = crud('Benefit');

/** Marks a benefit deleted, detaches it from every product, and empties its pool of keys. */
export async function remove(scope: Scope, id: string, now: Date): Promise<void> {
  await db(scope).productBenefit.deleteMany({ where: { benefitId: id } });
  await empty(scope, id);
  await db(scope).benefit.update({ where: { id }, data: { deletedAt: now } });
}
