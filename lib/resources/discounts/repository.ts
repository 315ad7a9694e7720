import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { jsonBytesOf } from '@/lib/database/rows/mapping';
import type { exportDiscounts } from '@/lib/resources/discounts/contract';
import type { DiscountTerms } from '@/lib/resources/discounts/rules';
import type { DiscountSort } from '@/lib/resources/discounts/schema';
import { DISCOUNT_INCLUDE, type DiscountWithProducts } from '@/lib/resources/discounts/serialize';
import { externalIdFilter } from '@/lib/resources/import-formats/relations';

const LIST: ListDefinition<DiscountSort> = {
  table: 'discounts',
  bytes: sql`${raw(jsonBytesOf('t', 'Discount'))} + (
    SELECT coalesce(sum(coalesce(octet_length(p.description), 0) + ${raw(jsonBytesOf('p', 'Product'))}), 0)
    FROM discount_products d JOIN products p ON p.id = d.product_id WHERE d.discount_id = t.id)`,
  sorts: {
    created_at: required(sql`t.created_at`),
    name: textOrder('t.name'),
    code: textOrder('t.code'),
    redemptions_count: sql`t.redemptions_count`,
  },
};

/** The scope's discounts that are not deleted. */
export function list(scope: Scope, request: QueryOf<typeof exportDiscounts>) {
  const conditions = [
    sql`t.deleted_at IS NULL`,
    searchFilter(['t.name', 't.code'], request.query),
    externalIdFilter(scope, 'discounts', request.external_id),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).discount.findMany({ where: { id: { in: ids } }, include: DISCOUNT_INCLUDE }),
  );
}

/** A discount that is not deleted; null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<DiscountWithProducts | null> {
  return db(scope).discount.findFirst({
    where: { id, deletedAt: null },
    include: DISCOUNT_INCLUDE,
  });
}

/** {@link find}, locked until the transaction ends, so that redemptions wait. */
export async function lock(scope: Scope, id: string): Promise<DiscountWithProducts | null> {
  await execute(
    scope,
    sql`SELECT t.id FROM discounts t WHERE t.id = ${id}::uuid AND ${tenant(scope, 't')} FOR NO KEY UPDATE`,
  );
  return find(scope, id);
}

/** The id of the organization's discount with this code, ignoring case. */
export async function findIdByCode(
  scope: Scope,
  organizationId: string,
  code: string,
): Promise<string | undefined> {
  const [found] = await execute<{ id: string }>(
    scope,
    sql`SELECT t.id FROM discounts t
        WHERE ${tenant(scope, 't', [organizationId])} AND lower(t.code) = lower(${code})
          AND t.deleted_at IS NULL`,
  );
  return found?.id;
}

/** The products with these ids that the organization has. */
export async function knownProducts(
  scope: Scope,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await db(scope).product.findMany({
    where: { id: { in: [...ids] }, organizationId },
    select: { id: true },
  });
  return new Set(found.map(({ id }) => id));
}

/** Creates a discount for these products. */
export async function create(
  scope: Scope,
  data: Prisma.DiscountUncheckedCreateInput & { id: string },
  productIds: readonly string[],
): Promise<DiscountWithProducts> {
  const { id, organizationId } = await db(scope).discount.create({ data });
  await addProducts(scope, { id, organizationId }, productIds);
  return loaded(scope, id);
}

/** Changes a discount; `productIds` replace the old ones where they are given. */
export async function update(
  scope: Scope,
  id: string,
  data: Prisma.DiscountUncheckedUpdateInput,
  productIds: readonly string[] | undefined,
): Promise<DiscountWithProducts> {
  const { organizationId } = await db(scope).discount.update({ where: { id }, data });
  if (productIds) {
    await db(scope).discountProduct.deleteMany({ where: { discountId: id } });
    await addProducts(scope, { id, organizationId }, productIds);
  }
  return loaded(scope, id);
}

async function addProducts(
  scope: Scope,
  discount: { id: string; organizationId: string },
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db(scope).discountProduct.createMany({
    data: productIds.map((productId) => ({
      organizationId: discount.organizationId,
      discountId: discount.id,
      productId,
    })),
  });
}

function loaded(scope: Scope, id: string): Promise<DiscountWithProducts> {
  return db(scope).discount.findUniqueOrThrow({ where: { id }, include: DISCOUNT_INCLUDE });
}

/** Marks a discount deleted, which frees its code. */
export async function remove(scope: Scope, id: string, now: Date): Promise<void> {
  await db(scope).discount.update({ where: { id }, data: { deletedAt: now } });
}

/** A discount `t` that is not deleted, in its window and below its cap. */
function redeemable(now: Date): Sql {
  const moment = sql`${now.toISOString()}::timestamptz`;
  return sql`t.deleted_at IS NULL
    AND (t.starts_at IS NULL OR t.starts_at <= ${moment})
    AND (t.ends_at IS NULL OR t.ends_at > ${moment})
    AND (t.max_redemptions IS NULL OR t.redemptions_count < t.max_redemptions)`;
}

/** Whether the organization has a redeemable discount with a code for a product's prices in a currency. */
export async function hasCode(
  scope: Scope,
  {
    organizationId,
    productId,
    currency,
    now,
  }: { organizationId: string; productId: string; currency: string; now: Date },
): Promise<boolean> {
  const found = await execute(
    scope,
    sql`SELECT 1 FROM discounts t
        WHERE ${tenant(scope, 't', [organizationId])} AND t.code IS NOT NULL AND ${redeemable(now)}
          AND (t.type = 'percentage' OR t.currency = ${currency}::text)
          AND (NOT EXISTS (SELECT 1 FROM discount_products p WHERE p.discount_id = t.id)
            OR EXISTS (SELECT 1 FROM discount_products p
              WHERE p.discount_id = t.id AND p.product_id = ${productId}::uuid))
        LIMIT 1`,
  );
  return found.length > 0;
}

/** Counts one redemption where the discount is not deleted, in its window and below its cap. */
export async function reserve(scope: Scope, id: string, now: Date): Promise<DiscountTerms | null> {
  const [reserved] = await execute<DiscountTerms>(
    scope,
    sql`UPDATE discounts AS t SET redemptions_count = t.redemptions_count + 1
        WHERE t.id = ${id}::uuid AND ${tenant(scope, 't')} AND ${redeemable(now)}
        RETURNING t.type, t.amount, t.currency, t.basis_points AS "basisPoints"`,
  );
  return reserved ?? null;
}

/** Releases one redemption, also of a discount that has been deleted since. */
export async function release(scope: Scope, id: string): Promise<void> {
  await db(scope).discount.updateMany({
    where: { id, redemptionsCount: { gt: 0 } },
    data: { redemptionsCount: { decrement: 1 } },
  });
}
