import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { Benefit, Prisma } from '@/lib/database/generated/client';
import {
  booleanFilter,
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing, orderByIds } from '@/lib/database/query/listing';
import { lockRow, lockRows } from '@/lib/database/rows/lock';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { selectMany } from '@/lib/database/rows/rows';
import { type Fields, insertRows, updateRow } from '@/lib/database/rows/write';
import type {
  exportBenefitGrants,
  listCustomerBenefitGrants,
} from '@/lib/resources/benefit-grants/contract';
import { GRANTS_OF_BUYER } from '@/lib/resources/benefit-grants/relations';
import type { CustomerGrantSort } from '@/lib/resources/benefit-grants/schema';
import { BY_CUSTOMER, CUSTOMER } from '@/lib/resources/customers/relations';
import type { Platform } from '@/lib/resources/linked-accounts/schema';
import { ORGANIZATION_NAME } from '@/lib/resources/organizations/relations';
import { RUNNING_STATUSES } from '@/lib/resources/subscription-statuses/rules';

export type BenefitRow = Benefit;

/** The purchase that a benefit is granted for. */
export type Source = { subscriptionId: string } | { orderId: string };

/** A purchase and its buyer. */
export interface Purchase {
  customerId: string;
  subscriptionId: string | null;
  orderId: string | null;
}

/** Grants that are revoked together. */
export type Target =
  | (Source & { keptBenefitIds: readonly string[] })
  | { customerId: string }
  | { benefitId: string }
  | { productId: string; benefitIds: readonly string[] }
  | { purchases: readonly Purchase[]; benefitIds: readonly string[] };

/** A change of a product's benefits on its way to the product's purchases, in the order of their ids. */
export interface Rollout {
  organizationId: string;
  productId: string;
  changedAt: Date;
  added: readonly string[];
  removed: readonly string[];
  /** The purchases up to this id have it. */
  afterId: string;
  /** How many purchases are left. */
  pending: number;
}

const LIST: ListDefinition<'created_at' | CustomerGrantSort> = {
  table: 'benefit_grants',
  customerPredicate: GRANTS_OF_BUYER,
  sorts: {
    created_at: required(sql`t.created_at`),
    granted_at: sql`t.granted_at`,
    type: { by: sql`b.type::text COLLATE "C"`, join: sql`JOIN benefits b ON b.id = t.benefit_id` },
    organization: ORGANIZATION_NAME,
  },
};

const MAPPING = {
  model: 'BenefitGrant',
  table: 'benefit_grants',
  relations: {
    benefit: { model: 'Benefit', table: 'benefits', column: 'benefit_id' },
    licenseKey: { model: 'LicenseKey', table: 'license_keys', referrer: 'grant_id' },
  },
} as const satisfies RowMapping;

export type GrantRow = RowOf<typeof MAPPING>;

/** Of the seller's list, which shows the customer as well. */
const LIST_MAPPING = {
  ...MAPPING,
  relations: {
    ...MAPPING.relations,
    customer: CUSTOMER,
    effect: { model: 'GrantEffect', table: 'grant_effects', referrer: 'grant_id' },
    keyWait: { model: 'KeyWait', table: 'key_waits', referrer: 'grant_id' },
  },
} as const satisfies RowMapping;

export type ListedGrantRow = RowOf<typeof LIST_MAPPING>;

const PURCHASED = { select: { product: { select: { id: true, name: true } } } } as const;

/** The relations of a grant in the customer portal. */
const CUSTOMER_GRANT_INCLUDE = {
  benefit: true,
  licenseKey: true,
  effect: true,
  keyWait: true,
  order: PURCHASED,
  subscription: PURCHASED,
} as const satisfies Prisma.BenefitGrantInclude;

export type CustomerGrantRow = Prisma.BenefitGrantGetPayload<{
  include: typeof CUSTOMER_GRANT_INCLUDE;
}>;

const PRODUCT = { model: 'Product', table: 'products' } as const satisfies RowMapping;
const BENEFIT = { model: 'Benefit', table: 'benefits' } as const satisfies RowMapping;

const IS_GRANTED = '(t.granted_at IS NOT NULL AND t.revoked_at IS NULL)';

/** The grants of a benefit. */
export function list(
  scope: Scope,
  benefitId: string,
  request: QueryOf<typeof exportBenefitGrants>,
) {
  const conditions = [
    sql`t.benefit_id = ${benefitId}::uuid`,
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.subscription_id', request.subscription_id),
    idFilter('t.order_id', request.order_id),
    request.product_id &&
      sql`(EXISTS (SELECT FROM subscriptions s
          WHERE s.id = t.subscription_id AND ${idFilter('s.product_id', request.product_id)})
        OR EXISTS (SELECT FROM orders o
          WHERE o.id = t.order_id AND ${idFilter('o.product_id', request.product_id)}))`,
    booleanFilter(IS_GRANTED, request.is_granted),
    searchFilter([], request.query, { scope, table: 'benefit_grants', tables: [BY_CUSTOMER] }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, LIST_MAPPING);
}

/** The grants of the calling customer, without those of deleted benefits. */
export function listOfBuyer(
  scope: Scope,
  request: Omit<QueryOf<typeof listCustomerBenefitGrants>, 'page' | 'limit'>,
) {
  const ofType = enumFilter('b.type', 'benefit_type', request.type) ?? sql`true`;
  const search = searchFilter(['b.description'], request.query) ?? sql`true`;
  const ofCheckout = idFilter('x.checkout_id', request.checkout_id);
  const conditions = [
    sql`EXISTS (SELECT FROM benefits b WHERE b.id = t.benefit_id AND b.deleted_at IS NULL
        AND ${ofType} AND ${search})`,
    idFilter('t.benefit_id', request.benefit_id),
    idFilter('t.order_id', request.order_id),
    idFilter('t.subscription_id', request.subscription_id),
    booleanFilter(IS_GRANTED, request.is_granted),
    ofCheckout &&
      sql`(t.order_id IN (SELECT x.id FROM orders x WHERE ${tenant(scope, 'x')} AND ${ofCheckout})
        OR t.subscription_id IN
          (SELECT x.id FROM subscriptions x WHERE ${tenant(scope, 'x')} AND ${ofCheckout}))`,
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).benefitGrant.findMany({
      where: { id: { in: ids } },
      include: CUSTOMER_GRANT_INCLUDE,
    }),
  );
}

/** The grants with these ids, in that order. */
export function load(scope: Scope, ids: readonly string[]): Promise<GrantRow[]> {
  return selectMany(scope, MAPPING, ids);
}

/** {@link load}, with whose grants they are. */
export function loadWithCustomers(scope: Scope, ids: readonly string[]): Promise<ListedGrantRow[]> {
  return selectMany(scope, LIST_MAPPING, ids);
}

/**
 * Locks a product's row until the transaction ends: `share` keeps others from changing its benefits,
 * `change` from granting them too. Returns its organization.
 */
export async function lockProduct(
  scope: Scope,
  productId: string,
  strength: 'share' | 'change',
): Promise<string | undefined> {
  const lockClause = strength === 'share' ? 'SHARE' : 'NO KEY UPDATE';
  const product = await lockRow(scope, PRODUCT, sql`t.id = ${productId}::uuid`, lockClause);
  return product?.organizationId;
}

/** The ids of a product's benefits, in their order. */
export async function benefitIdsOf(scope: Scope, productId: string): Promise<string[]> {
  const rows = await execute<{ benefit_id: string }>(
    scope,
    sql`SELECT t.benefit_id FROM product_benefits t
        WHERE ${tenant(scope, 't')} AND t.product_id = ${productId}::uuid
        ORDER BY t.position, t.benefit_id`,
    { prepared: true },
  );
  return rows.map(({ benefit_id }) => benefit_id);
}

/** Those of these benefits that are not deleted, in that order, locked against deletion. */
export async function lockBenefits(scope: Scope, ids: readonly string[]): Promise<BenefitRow[]> {
  if (ids.length === 0) return [];
  const live = sql`t.id = ANY(${[...ids]}::uuid[]) AND t.deleted_at IS NULL`;
  return orderByIds(ids, await lockRows(scope, BENEFIT, live, 'SHARE'));
}

/** The purchases `t`, of either kind, whose buyers have a product's benefits. */
function holdersOf(scope: Scope, productId: string) {
  const ofProduct = sql`t JOIN customers c ON c.id = t.customer_id AND c.deleted_at IS NULL
    WHERE ${tenant(scope, 't')} AND t.product_id = ${productId}::uuid AND t.benefits_revoked_at IS NULL`;
  const isRunning = enumFilter('t.status', 'subscription_status', RUNNING_STATUSES);
  return {
    subscriptions: sql`FROM subscriptions ${ofProduct} AND ${isRunning}`,
    orders: sql`FROM orders ${ofProduct} AND t.subscription_id IS NULL`,
  };
}

/** How many purchases have a product's benefits. */
export async function countPurchases(scope: Scope, productId: string): Promise<number> {
  const { subscriptions, orders } = holdersOf(scope, productId);
  const [found] = await execute<{ count: number }>(
    scope,
    sql`SELECT ((SELECT count(*) ${subscriptions}) + (SELECT count(*) ${orders}))::int AS count`,
  );
  return found?.count ?? 0;
}

/**
 * The next purchases whose buyers have a product's benefits, in the order of their ids: its running subscriptions
 * (past due ones keep their benefits, docs/contract/subscriptions.md#dunning) and its one-time orders, without those of
 * which a refund has revoked the benefits. They and their buyers are locked, so that none ends before the transaction
 * does. `lastId` is null where there are no more.
 */
export async function purchasesOf(
  scope: Scope,
  productId: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<{ purchases: Purchase[]; lastId: string | null }> {
  const { subscriptions, orders } = holdersOf(scope, productId);
  const next = (from: Sql) =>
    sql`(SELECT t.id ${from} AND t.id > ${afterId}::uuid ORDER BY t.id LIMIT ${limit})`;
  const found = await execute<{ id: string }>(
    scope,
    sql`SELECT id FROM (${next(subscriptions)} UNION ALL ${next(orders)}) x ORDER BY id LIMIT ${limit}`,
  );
  const ids = found.map(({ id }) => id);
  const lock = (from: Sql) =>
    execute<{ id: string; customer_id: string }>(
      scope,
      sql`SELECT t.id, t.customer_id ${from} AND t.id = ANY(${ids}::uuid[]) ORDER BY t.id FOR SHARE`,
    );
  const purchases = [
    ...(await lock(subscriptions)).map(({ id, customer_id }) => ({
      customerId: customer_id,
      subscriptionId: id,
      orderId: null,
    })),
    ...(await lock(orders)).map(({ id, customer_id }) => ({
      customerId: customer_id,
      subscriptionId: null,
      orderId: id,
    })),
  ];
  return { purchases, lastId: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

/** Takes a product's rollout away; whoever else takes it waits, and finds none. */
export async function takeRollout(scope: Scope, productId: string): Promise<Rollout | null> {
  const [taken] = await execute<Rollout>(
    scope,
    sql`DELETE FROM benefit_rollouts t WHERE ${tenant(scope, 't')} AND t.product_id = ${productId}::uuid
        RETURNING t.organization_id AS "organizationId", t.product_id AS "productId",
          t.changed_at AS "changedAt", t.added, t.removed, t.after_id AS "afterId", t.pending`,
  );
  return taken ?? null;
}

/** Keeps what is left of a rollout that was taken. */
export async function keepRollout(
  scope: Scope,
  { added, removed, ...rollout }: Rollout,
): Promise<void> {
  const data = { ...rollout, added: [...added], removed: [...removed] };
  await db(scope).benefitRollout.create({ data });
}

/** Inserts the grants that do not exist yet; returns their ids. */
export function createMissing(
  scope: Scope,
  data: readonly Fields<GrantRow>[],
): Promise<Set<string>> {
  return insertRows(scope, MAPPING, data, { skipConflicts: true });
}

function present(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Grants the revoked grants of these benefits and purchases again; returns their ids. */
export async function restore(
  scope: Scope,
  benefitIds: readonly string[],
  purchases: readonly Purchase[],
  now: Date,
): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    scope,
    sql`UPDATE benefit_grants t SET granted_at = ${now}, revoked_at = NULL, modified_at = ${now}
        WHERE ${tenant(scope, 't')} AND t.benefit_id = ANY(${[...benefitIds]}::uuid[])
          AND t.revoked_at IS NOT NULL
          AND (t.subscription_id = ANY(${present(purchases.map((one) => one.subscriptionId))}::uuid[])
            OR t.order_id = ANY(${present(purchases.map((one) => one.orderId))}::uuid[]))
        RETURNING t.id`,
    { prepared: true },
  );
  return rows.map(({ id }) => id).sort();
}

/** Of these grants those of one of the benefits, by default of any, that are live and have no license key. */
export function withoutKey(
  scope: Scope,
  ids: readonly string[],
  benefitIds?: readonly string[],
): Promise<(Purchase & Pick<GrantRow, 'id' | 'benefitId'>)[]> {
  return db(scope).benefitGrant.findMany({
    where: {
      id: { in: [...ids] },
      ...(benefitIds && { benefitId: { in: [...benefitIds] } }),
      licenseKey: null,
      revokedAt: null,
    },
    orderBy: { id: 'asc' },
    select: { id: true, customerId: true, benefitId: true, subscriptionId: true, orderId: true },
  });
}

/** Locks a grant until the transaction ends; null where the scope has none with this id. */
export function lockGrant(scope: Scope, id: string): Promise<GrantRow | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'NO KEY UPDATE');
}

/** The live grants of a customer's benefits on a platform, locked until the transaction ends. */
export async function lockOfCustomer(
  scope: Scope,
  customerId: string,
  platform: Platform,
): Promise<GrantRow[]> {
  return lockRows(
    scope,
    MAPPING,
    sql`t.customer_id = ${customerId}::uuid AND t.granted_at IS NOT NULL AND t.revoked_at IS NULL
      AND EXISTS (SELECT FROM grant_effects e WHERE e.grant_id = t.id AND e.platform = ${platform}::platform)`,
    'NO KEY UPDATE',
  );
}

/** The grants that name one of these accounts, locked until the transaction ends. */
export async function lockNaming(scope: Scope, accountIds: readonly string[]): Promise<GrantRow[]> {
  return lockRows(
    scope,
    MAPPING,
    sql`t.properties ->> 'account_id' = ANY(${[...accountIds]}::text[])
      AND EXISTS (SELECT FROM grant_effects e WHERE e.grant_id = t.id)`,
    'NO KEY UPDATE',
  );
}

export async function update(scope: Scope, id: string, changes: Fields<GrantRow>): Promise<void> {
  await updateRow(scope, MAPPING, id, changes);
}

/** The ids of at most `limit` grants of the target that are not revoked. */
export async function findLive(scope: Scope, target: Target, limit: number): Promise<string[]> {
  const rows = await db(scope).benefitGrant.findMany({
    where: { ...whereOf(target), revokedAt: null },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** The benefits of a purchase that are not revoked, with their types. */
export function liveOf(scope: Scope, source: Source) {
  return db(scope).benefitGrant.findMany({
    where: { ...source, revokedAt: null },
    select: { benefitId: true, benefit: { select: { type: true } } },
  });
}

/** The live grants of a purchase with what buyers get by them, oldest first. */
export function holdingsOf(scope: Scope, source: Source) {
  return db(scope).benefitGrant.findMany({
    where: { ...source, revokedAt: null },
    orderBy: { id: 'asc' },
    select: {
      benefit: { select: { type: true, description: true, properties: true } },
      customerId: true,
      licenseKey: { select: { key: true, customerId: true } },
    },
  });
}

/** Revokes those that are not revoked yet; returns their ids. */
export async function revoke(scope: Scope, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db(scope).benefitGrant.updateManyAndReturn({
    where: { id: { in: [...ids] }, revokedAt: null },
    data: { revokedAt: now, modifiedAt: now },
    select: { id: true },
  });
  return rows.map(({ id }) => id).sort();
}

function whereOf(target: Target): Prisma.BenefitGrantWhereInput {
  if ('keptBenefitIds' in target) {
    const { keptBenefitIds, ...source } = target;
    return { ...source, benefitId: { notIn: [...keptBenefitIds] } };
  }
  if ('purchases' in target) {
    const ids = (of: 'subscriptionId' | 'orderId') =>
      present(target.purchases.map((one) => one[of]));
    return {
      benefitId: { in: [...target.benefitIds] },
      OR: [{ subscriptionId: { in: ids('subscriptionId') } }, { orderId: { in: ids('orderId') } }],
    };
  }
  if (!('productId' in target)) return target;
  const { productId, benefitIds } = target;
  return {
    benefitId: { in: [...benefitIds] },
    OR: [{ subscription: { productId } }, { order: { productId } }],
  };
}
