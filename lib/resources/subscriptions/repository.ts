import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import { type Due, findDueRows } from '@/lib/database/query/clocks';
import { customerRows } from '@/lib/database/query/customer';
import {
  beforeFilter,
  booleanFilter,
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { OPEN } from '@/lib/database/query/open-payments';
import { lockRow, lockRows } from '@/lib/database/rows/lock';
import { jsonBytesOf, type RowMapping, type RowOf } from '@/lib/database/rows/mapping';
import { selectRow, selectRows } from '@/lib/database/rows/rows';
import { type Fields, insertRow, updateRow } from '@/lib/database/rows/write';
import { takesLivePayments } from '@/lib/integrations/payments/processor';
import { BY_CUSTOMER, CUSTOMER, CUSTOMER_NAME } from '@/lib/resources/customers/relations';
import { DISCOUNT, DISCOUNT_NAME } from '@/lib/resources/discounts/relations';
import { externalIdFilter } from '@/lib/resources/import-formats/relations';
import { ORGANIZATION_NAME } from '@/lib/resources/organizations/relations';
import {
  BY_PRODUCT,
  BYTES_OF_PRODUCT,
  CUSTOMER_PRODUCT_INCLUDE,
  PRICE,
  PRODUCT,
  PRODUCT_NAME,
} from '@/lib/resources/products/relations';
import {
  ACTIVE_STATUSES,
  INACTIVE_STATUSES,
  LIVING_STATUSES,
  RUNNING_STATUSES,
} from '@/lib/resources/subscription-statuses/rules';
import type {
  exportSubscriptions,
  listCustomerSubscriptions,
} from '@/lib/resources/subscriptions/contract';
import type { MethodSetup } from '@/lib/resources/subscriptions/rules';
import type {
  CustomerSubscriptionSort,
  SubscriptionSort,
  SubscriptionStatus,
} from '@/lib/resources/subscriptions/schema';

const LIST: ListDefinition<SubscriptionSort | CustomerSubscriptionSort> = {
  table: 'subscriptions',
  bytes: sql`${BYTES_OF_PRODUCT} + ${raw(jsonBytesOf('t', 'Subscription'))}`,
  customerPredicate: customerRows('t.customer_id', (id) => sql`t.checkout_id = ${id}::uuid`),
  sorts: {
    customer: CUSTOMER_NAME,
    status: required(sql`t.status`),
    started_at: sql`t.started_at`,
    current_period_end: sql`t.current_period_end`,
    // The amount per year, which has the order of that per month without fractions; the index has this
    // expression.
    amount: {
      by: [
        sql`t.currency`,
        sql`CASE t.recurring_interval WHEN 'year' THEN t.amount ELSE t.amount * 12 END`,
      ],
    },
    product: PRODUCT_NAME,
    discount: DISCOUNT_NAME,
    organization: ORGANIZATION_NAME,
  },
  totals: { 't.status': 'status', 't.product_id': 'reference', 't.discount_id': 'secondReference' },
};

const MAPPING = {
  model: 'Subscription',
  table: 'subscriptions',
  relations: {
    customer: CUSTOMER,
    product: PRODUCT,
    price: PRICE,
    discount: DISCOUNT,
  },
} as const satisfies RowMapping;

export type SubscriptionRow = RowOf<typeof MAPPING>;

/** The relations of a subscription in the customer portal. */
const CUSTOMER_SUBSCRIPTION_INCLUDE = {
  product: { include: CUSTOMER_PRODUCT_INCLUDE },
  price: true,
} as const satisfies Prisma.SubscriptionInclude;

export type CustomerSubscriptionRow = Prisma.SubscriptionGetPayload<{
  include: typeof CUSTOMER_SUBSCRIPTION_INCLUDE;
}>;

function statusFilter(statuses: readonly SubscriptionStatus[] | undefined) {
  return enumFilter('t.status', 'subscription_status', statuses);
}

function activeFilter(active: boolean | undefined) {
  return active === undefined
    ? undefined
    : statusFilter(active ? ACTIVE_STATUSES : INACTIVE_STATUSES);
}

function pausedFilter(paused: boolean | undefined) {
  if (paused === undefined) return undefined;
  return paused ? sql`t.paused_at IS NOT NULL` : sql`t.paused_at IS NULL`;
}

/** The scope's subscriptions. */
export function list(scope: Scope, request: QueryOf<typeof exportSubscriptions>) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.discount_id', request.discount_id),
    activeFilter(request.active),
    statusFilter(request.status),
    booleanFilter('t.cancel_at_period_end', request.cancel_at_period_end),
    pausedFilter(request.paused),
    beforeFilter('t.current_period_end', request.current_period_end_before),
    searchFilter([], request.query, {
      scope,
      table: 'subscriptions',
      tables: [BY_CUSTOMER, BY_PRODUCT],
    }),
    externalIdFilter(scope, 'subscriptions', request.external_id),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING);
}

/** The subscriptions of the calling customer. */
export function listOfBuyer(scope: Scope, request: BuyersQuery) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    activeFilter(request.active),
    searchFilter([], request.query, { scope, table: 'subscriptions', tables: [BY_PRODUCT] }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).subscription.findMany({
      where: { id: { in: ids } },
      include: CUSTOMER_SUBSCRIPTION_INCLUDE,
    }),
  );
}

type BuyersQuery = Omit<QueryOf<typeof listCustomerSubscriptions>, 'page' | 'limit'>;

/** Null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<SubscriptionRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** {@link find}, locked until the transaction ends. */
export function lock(scope: Scope, id: string): Promise<SubscriptionRow | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'UPDATE');
}

/** {@link lock} for several, in the order of their ids. */
export function lockMany(scope: Scope, ids: readonly string[]): Promise<SubscriptionRow[]> {
  return lockRows(scope, MAPPING, sql`t.id = ANY(${[...ids]}::uuid[])`, 'UPDATE');
}

/** The same as {@link lockMany} without those that another transaction has locked. */
export function lockFree(scope: Scope, ids: readonly string[]): Promise<SubscriptionRow[]> {
  return lockRows(scope, MAPPING, sql`t.id = ANY(${[...ids]}::uuid[])`, 'UPDATE SKIP LOCKED');
}

/**
 * Subscriptions of all organizations with something due by their clocks, the longest overdue first. What would be charged
 * waits while its account takes no calls, or there is none any more (docs/contract/payment-connections.md#state).
 */
export function findDue(
  realTime: Date,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<Due[]> {
  const where = sql`t.id <> ALL(${[...except]}::uuid[]) AND NOT EXISTS (SELECT 1 FROM payment_attempts a
    WHERE a.subscription_id = t.id AND a.status IN (${OPEN}))
    AND (t.retries_stopped
      OR t.pending_lines = '[]' AND (t.cancel_at_period_end OR t.amount IS NULL AND t.pending_price_id IS NULL)
      OR coalesce((SELECT p.status = 'ok' FROM payment_connections p
          WHERE p.organization_id = t.organization_id AND p.status <> 'closed'),
        t.payment_connection_id IS NULL AND (${takesLivePayments()}::boolean OR EXISTS (
          SELECT FROM organizations o WHERE o.id = t.organization_id AND o.is_sandbox))))`;
  return findDueRows({ table: 'subscriptions', at: 'next_action_at', where }, realTime, limit);
}

/** The stored methods that subscriptions charge through a connection, encrypted. Of all organizations: as above. */
export async function findMethods(paymentConnectionId: string): Promise<string[]> {
  const rows = await db(null).subscription.findMany({
    where: { paymentConnectionId, paymentMethod: { not: null }, status: { not: 'canceled' } },
    select: { paymentMethod: true },
  });
  return rows.flatMap(({ paymentMethod }) => paymentMethod ?? []);
}

/** The ids of the subscriptions that charge a stored method. Of all organizations: who stores it tells of it. */
export async function findByMethod(paymentMethodDigest: string): Promise<string[]> {
  const rows = await db(null).subscription.findMany({
    where: { paymentMethodDigest },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Subscriptions of all organizations with a reminder due by their clocks. */
export function findReminders(
  realTime: Date,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<Due[]> {
  const where = sql`t.id <> ALL(${[...except]}::uuid[])`;
  return findDueRows({ table: 'subscriptions', at: 'remind_at', where }, realTime, limit);
}

/** Whether a discount of a subscription `o` for some months ends by a time. */
const discountEndsBy = (
  to: Date,
) => sql`${enumFilter('o.status', 'subscription_status', RUNNING_STATUSES)} AND EXISTS (SELECT FROM discounts d WHERE d.id = o.discount_id
  AND d.duration = 'repeating' AND o.discount_used_at + make_interval(months => d.duration_in_months) <= ${to.toISOString()}::timestamptz)`;

/**
 * Subscriptions of the scope with something due, or a discount that ends, by `to`, or one of these ids, in the order of their ids after
 * `after`.
 */
export function findLiving(
  scope: Scope,
  { to, ids, after, limit }: { to: Date; ids: readonly string[]; after: string; limit: number },
): Promise<SubscriptionRow[]> {
  return selectRows(
    scope,
    MAPPING,
    sql`SELECT s.id, row_number() OVER (ORDER BY s.id) AS position FROM (
          SELECT o.id FROM subscriptions o WHERE ${tenant(scope, 'o')} AND o.id > ${after}::uuid
            AND (o.next_action_at <= ${to.toISOString()}::timestamptz OR (${discountEndsBy(to)}) OR o.id = ANY(${[...ids]}::uuid[]))
          ORDER BY o.id LIMIT ${limit}::int) s`,
  ).then(({ rows }) => rows);
}

export function create(scope: Scope, row: Fields<SubscriptionRow>): Promise<SubscriptionRow> {
  return insertRow(scope, MAPPING, row, { prepared: true });
}

export function update(
  scope: Scope,
  id: string,
  changes: Fields<SubscriptionRow>,
): Promise<SubscriptionRow> {
  return updateRow(scope, MAPPING, id, changes, { prepared: true });
}

/**
 * Some subscriptions that renew and are not paused, or (`isHeld`) that are held, locked until the transaction ends
 * without those that another one has locked.
 */
export function lockToHold(
  scope: Scope,
  { isHeld, limit }: { isHeld: boolean; limit: number },
): Promise<SubscriptionRow[]> {
  const wanted = isHeld
    ? sql`s.paused_at IS NOT NULL AND s.is_held`
    : sql`s.paused_at IS NULL AND ${enumFilter('s.status', 'subscription_status', RUNNING_STATUSES)}`;
  const condition = sql`t.id = ANY(ARRAY(SELECT s.id FROM subscriptions s
    WHERE ${tenant(scope, 's')} AND ${wanted} LIMIT ${limit}::int))`;
  return lockRows(scope, MAPPING, condition, 'UPDATE');
}

/** A customer's subscriptions that are not canceled, locked until the transaction ends, oldest first. */
export function lockOfCustomer(scope: Scope, customerId: string): Promise<SubscriptionRow[]> {
  const condition = sql`t.customer_id = ${customerId}::uuid AND ${statusFilter(LIVING_STATUSES)}`;
  return lockRows(scope, MAPPING, condition, 'UPDATE');
}

/** A trial of a product by an email address, in any case. */
export interface TrialKey {
  organizationId: string;
  productId: string;
  email: string;
  /** The checkout that asks. */
  checkoutId: string;
}

const emailDigest = (email: string) =>
  sql`encode(sha256(convert_to(lower(${email}::text), 'UTF8')), 'hex')`;

/** Others that decide on the same trial wait until the transaction ends. */
export async function lockTrial(scope: Scope, { productId, email }: TrialKey): Promise<void> {
  const key = sql`'trial ' || ${productId}::text || ' ' || lower(${email}::text)`;
  await execute(scope, sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))::text`, {
    prepared: true,
  });
}

/** Whether another checkout has, or is taking, the trial: by this address, or for the customer who has it now. */
export async function isTrialTaken(scope: Scope, trial: TrialKey): Promise<boolean> {
  const { organizationId, productId, email, checkoutId } = trial;
  const ofProduct = sql`SELECT FROM trials t WHERE ${tenant(scope, 't')} AND t.product_id = ${productId}::uuid
    AND t.checkout_id IS DISTINCT FROM ${checkoutId}::uuid`;
  const [row] = await execute<{ is_taken: boolean }>(
    scope,
    sql`SELECT EXISTS (${ofProduct} AND t.email_digest = ${emailDigest(email)})
      OR EXISTS (${ofProduct} AND t.customer_id IN (SELECT c.id FROM customers c
        WHERE c.organization_id = ${organizationId}::uuid AND lower(c.email) = lower(${email}) AND c.deleted_at IS NULL)) AS is_taken`,
    { prepared: true },
  );
  return row?.is_taken === true;
}

/** Notes that a checkout takes the trial; with `customerId` that this customer has it. */
export async function takeTrial(
  scope: Scope,
  { organizationId, productId, email, checkoutId }: TrialKey,
  { customerId, now }: { customerId: string | null; now: Date },
): Promise<void> {
  await execute(
    scope,
    sql`INSERT INTO trials (organization_id, product_id, email_digest, created_at, checkout_id, customer_id)
      VALUES (${organizationId}::uuid, ${productId}::uuid, ${emailDigest(email)}, ${now.toISOString()}::timestamptz,
        ${checkoutId}::uuid, ${customerId}::uuid)
      ON CONFLICT (product_id, email_digest) DO UPDATE
        SET customer_id = EXCLUDED.customer_id, checkout_id = EXCLUDED.checkout_id
      WHERE trials.customer_id IS NULL`,
    { prepared: true },
  );
}

/** Gives a trial back that a checkout has not come to. */
export async function releaseTrial(scope: Scope, checkoutId: string): Promise<void> {
  await execute(
    scope,
    sql`DELETE FROM trials t WHERE ${tenant(scope, 't')} AND t.checkout_id = ${checkoutId}::uuid
      AND t.customer_id IS NULL`,
    { prepared: true },
  );
}

/** The changes of a subscription of the scope, newest first. */
export function historyOf(scope: Scope, subscriptionId: string, limit: number) {
  return db(scope).subscriptionHistory.findMany({
    where: { subscriptionId },
    orderBy: { sequence: 'desc' },
    take: limit,
  });
}

/** A subscription whose payment method waits for its buyer, and the time of its organization. */
export interface WaitingSetup {
  id: string;
  organizationId: string;
  methodSetup: MethodSetup;
  now: Date | null;
}

/** Of all organizations: the one with an id, or with a reference of a processor, or all of them, at most 500. */
export function findSetups(
  by: { id: string } | { processor: string; reference: string } | null,
): Promise<WaitingSetup[]> {
  const named =
    by === null
      ? sql`true`
      : 'id' in by
        ? sql`t.id = ${by.id}::uuid`
        : sql`t.method_setup ->> 'reference' = ${by.reference} AND t.method_setup ->> 'processor' = ${by.processor}`;
  return execute<WaitingSetup>(
    null,
    sql`SELECT t.id, t.organization_id AS "organizationId", t.method_setup AS "methodSetup", c.now
        FROM subscriptions t LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.method_setup IS NOT NULL AND ${named} LIMIT 500`,
  );
}
