import type { QueryOf } from '@/lib/contract/contract';
import { jsonColumn } from '@/lib/contract/serialize';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { AdvertisementImage } from '@/lib/database/generated/client';
import { customerRows } from '@/lib/database/query/customer';
import {
  createdFilter,
  enumFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { lockRow } from '@/lib/database/rows/lock';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { type Fields, insertRows, updateRow } from '@/lib/database/rows/write';
import type { exportAdvertisements } from '@/lib/resources/advertisements/contract';
import type { StoredVersion } from '@/lib/resources/advertisements/rules';
import type { AdvertisementSort } from '@/lib/resources/advertisements/schema';
import { TYPE } from '@/lib/resources/benefits/types/ads';
import { BY_CUSTOMER, CUSTOMER, soldInCheckout } from '@/lib/resources/customers/relations';

const OF_GRANT = sql`JOIN benefit_grants g ON g.id = t.grant_id`;
/** Campaigns that nobody has seen have no row there. */
const COUNTS = sql`LEFT JOIN advertisement_counts x ON x.advertisement_id = t.id`;

const LIST: ListDefinition<AdvertisementSort> = {
  table: 'advertisements',
  customerPredicate: customerRows(
    't.customer_id',
    (id) => sql`t.grant_id IN (SELECT g.id FROM benefit_grants g WHERE ${soldInCheckout('g', id)})`,
  ),
  sorts: {
    created_at: required(sql`t.created_at`),
    granted_at: { by: sql`g.granted_at`, join: OF_GRANT },
    views: { by: sql`coalesce(x.views, 0)`, join: COUNTS, required: true },
    clicks: { by: sql`coalesce(x.clicks, 0)`, join: COUNTS, required: true },
  },
};

const MAPPING = {
  model: 'Advertisement',
  table: 'advertisements',
  relations: {
    customer: CUSTOMER,
    benefit: { model: 'Benefit', table: 'benefits', column: 'benefit_id' },
    grant: { model: 'BenefitGrant', table: 'benefit_grants', column: 'grant_id' },
    counts: {
      counts: {
        views: sql`coalesce((SELECT x.views FROM advertisement_counts x WHERE x.advertisement_id = t.id), 0)`,
        clicks: sql`coalesce((SELECT x.clicks FROM advertisement_counts x WHERE x.advertisement_id = t.id), 0)`,
      },
    },
  },
} as const satisfies RowMapping;

export type AdvertisementRow = RowOf<typeof MAPPING>;

/** The campaigns of a benefit. */
export function list(scope: Scope, query: QueryOf<typeof exportAdvertisements>) {
  const conditions = [
    sql`t.benefit_id = ${query.benefit_id}::uuid`,
    enumFilter('t.status', 'advertisement_status', query.status),
    searchFilter([], query.query, { scope, table: 'advertisements', tables: [BY_CUSTOMER] }),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, MAPPING);
}

/** The campaigns that the caller, seller or customer, may see. */
export function visible(scope: Scope) {
  return listing(scope, LIST, { sorting: ['-created_at'] }, [], MAPPING);
}

/** One of them; null where there is none. */
export function find(scope: Scope, id: string): Promise<AdvertisementRow | null> {
  return visible(scope).find(id);
}

/** A campaign, locked until the transaction ends; null when there is none in the scope. */
export function lock(scope: Scope, id: string): Promise<AdvertisementRow | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'NO KEY UPDATE');
}

export function update(
  scope: Scope,
  id: string,
  changes: Fields<AdvertisementRow>,
): Promise<AdvertisementRow> {
  return updateRow(scope, MAPPING, id, changes);
}

/** Inserts the campaigns that do not exist yet. */
export async function createMissing(
  scope: Scope,
  data: readonly Fields<AdvertisementRow>[],
): Promise<void> {
  await insertRows(scope, MAPPING, data, { skipConflicts: true });
}

/** The condition for campaigns `t` that are served, with the grants `g` and benefits `b` that they are of. */
const SERVED = sql`t.approved IS NOT NULL AND t.paused_at IS NULL
  AND g.granted_at IS NOT NULL AND g.revoked_at IS NULL AND b.deleted_at IS NULL`;
const SERVED_TABLES = sql`advertisements t ${OF_GRANT} JOIN benefits b ON b.id = t.benefit_id`;

export interface ServedRow {
  id: string;
  version: StoredVersion;
}

/** The size of the pictures of an ads benefit, of the scope or of any organization; null for every other id. */
export async function findDimensions(
  benefitId: string,
  scope: Scope | null = null,
): Promise<[number, number] | null> {
  const client = scope ? db(scope) : db(null);
  const benefit = await client.benefit.findFirst({
    where: { id: benefitId, type: TYPE, deletedAt: null },
    select: { properties: true },
  });
  if (!benefit) return null;
  const size = jsonColumn<{ image_width: number; image_height: number }>(benefit.properties);
  return [size.image_width, size.image_height];
}

/** What the feed of a benefit serves, oldest first. */
export function listServed(benefitId: string): Promise<ServedRow[]> {
  return execute<ServedRow>(
    null,
    sql`SELECT t.id, t.approved AS version FROM ${SERVED_TABLES}
        WHERE t.benefit_id = ${benefitId}::uuid AND ${SERVED} ORDER BY t.created_at, t.id`,
    { prepared: true },
  );
}

/** A campaign of any organization that is served; null for every other id. */
export async function findServed(id: string): Promise<ServedRow | null> {
  const [row] = await execute<ServedRow>(
    null,
    sql`SELECT t.id, t.approved AS version FROM ${SERVED_TABLES} WHERE t.id = ${id}::uuid AND ${SERVED}`,
    { prepared: true },
  );
  return row ?? null;
}

/** Adds what was counted to those that are served; in the order of their ids, so that nodes wait for each other. */
export async function addCounts(
  counted: readonly { id: string; views: number; clicks: number }[],
): Promise<void> {
  const ordered = [...counted].sort((a, b) => (a.id < b.id ? -1 : 1));
  await execute(
    null,
    sql`INSERT INTO advertisement_counts AS c (advertisement_id, organization_id, views, clicks)
        SELECT t.id, t.organization_id, d.views, d.clicks
        FROM unnest(${ordered.map(({ id }) => id)}::uuid[], ${ordered.map(({ views }) => views)}::int[],
            ${ordered.map(({ clicks }) => clicks)}::int[]) AS d (id, views, clicks)
          JOIN advertisements t ON t.id = d.id ${OF_GRANT} JOIN benefits b ON b.id = t.benefit_id
        WHERE ${SERVED} ORDER BY t.id
        ON CONFLICT (advertisement_id) DO UPDATE
          SET views = c.views + excluded.views, clicks = c.clicks + excluded.clicks`,
  );
}

/** The ids of a customer's campaigns. */
export async function idsOfCustomer(scope: Scope, customerId: string): Promise<string[]> {
  const rows = await db(scope).advertisement.findMany({
    where: { customerId },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id }) => id);
}

// ——— pictures ———

export async function createImages(
  scope: Scope,
  data: readonly Omit<AdvertisementImage, 'createdAt' | 'unusedSince'>[],
): Promise<void> {
  await db(scope).advertisementImage.createMany({ data: [...data] });
}

/** Notes which pictures of a campaign its versions show: the others are removed later. */
export async function showImages(
  scope: Scope,
  advertisementId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  const images = db(scope).advertisementImage;
  await images.updateMany({
    where: { advertisementId, id: { in: [...ids] } },
    data: { unusedSince: null },
  });
  await images.updateMany({
    where: { advertisementId, id: { notIn: [...ids] }, unusedSince: null },
    data: { unusedSince: now },
  });
}

/** A picture of a campaign of any organization. */
export function findImage(advertisementId: string, id: string): Promise<AdvertisementImage | null> {
  return db(null).advertisementImage.findFirst({ where: { id, advertisementId } });
}

/** At most 100 pictures that no version has shown since before a time. */
export function findUnused(before: Date): Promise<AdvertisementImage[]> {
  return db(null).advertisementImage.findMany({
    where: { unusedSince: { lt: before } },
    orderBy: { id: 'asc' },
    take: 100,
  });
}

/** Deletes the row of a picture that is still unused. */
export async function removeUnused(id: string, before: Date): Promise<void> {
  await db(null).advertisementImage.deleteMany({ where: { id, unusedSince: { lt: before } } });
}
