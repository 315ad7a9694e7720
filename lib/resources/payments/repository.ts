import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { PaymentAttempt } from '@/lib/database/generated/client';
import { findDueRows } from '@/lib/database/query/clocks';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  type SearchReference,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { OPEN, OPEN_STATUSES } from '@/lib/database/query/open-payments';
import { jsonBytesOf, type RowMapping } from '@/lib/database/rows/mapping';
import { selectMany, selectOne, selectRow } from '@/lib/database/rows/rows';
import { type Fields, insertRow, updateRow } from '@/lib/database/rows/write';
import type { Booked } from '@/lib/integrations/payments/processor';
import { asOfNow } from '@/lib/resources/checkouts/service';
import { modesOf } from '@/lib/resources/payment-connections/service';
import type { exportPayments, listCustomerPayments } from '@/lib/resources/payments/contract';
import type { PaymentSort } from '@/lib/resources/payments/schema';
import { CUSTOMER_PAYMENT_INCLUDE, PAYMENT_INCLUDE } from '@/lib/resources/payments/serialize';

export type AttemptRow = PaymentAttempt;

const MAPPING = {
  model: 'PaymentAttempt',
  table: 'payment_attempts',
} as const satisfies RowMapping;

/**
 * The attempts `t` of the checkouts and subscriptions `s` for which a condition holds. A union, since an OR of both would
 * not be answered by the index of either column.
 */
function paying(condition: Sql): Sql {
  return sql`t.id IN (
    SELECT a.id FROM checkouts s JOIN payment_attempts a ON a.checkout_id = s.id WHERE ${condition}
    UNION
    SELECT a.id FROM subscriptions s JOIN payment_attempts a ON a.subscription_id = s.id WHERE ${condition})`;
}

const LIST: ListDefinition<PaymentSort> = {
  table: 'payment_attempts',
  bytes: raw(jsonBytesOf('t', 'PaymentAttempt')),
  customerPredicate: ({ customerId, checkoutId }) => {
    const ofCustomer = sql`s.customer_id = ${customerId}::uuid`;
    if (checkoutId === null) return paying(ofCustomer);
    return sql`t.checkout_id IN
      (SELECT s.id FROM checkouts s WHERE s.id = ${checkoutId}::uuid AND ${ofCustomer})`;
  },
  sorts: {
    created_at: required(sql`t.created_at`),
    amount: { by: [sql`t.currency`, sql`t.amount`], required: true },
    status: sql`t.status`,
  },
};

const BUYER: SearchReference = {
  column: 't.checkout_id',
  table: 'checkouts',
  columns: ['customer_name', 'customer_email'],
};

/** The scope's payment attempts. */
export function list(scope: Scope, request: QueryOf<typeof exportPayments>) {
  const ofOrders = idFilter('o.id', request.order_id);
  const ofCustomers = idFilter('s.customer_id', request.customer_id);
  const conditions = [
    idFilter('t.checkout_id', request.checkout_id),
    idFilter('t.subscription_id', request.subscription_id),
    ofOrders &&
      sql`t.id IN (SELECT o.attempt_id FROM orders o WHERE ${tenant(scope, 'o')} AND ${ofOrders})`,
    ofCustomers && paying(sql`${tenant(scope, 's')} AND ${ofCustomers}`),
    enumFilter('t.status', 'payment_status', request.status),
    searchFilter(['t.code', 't.decline_code'], request.query, {
      scope,
      table: 'payment_attempts',
      tables: [BUYER],
    }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, async (ids) => {
    const where = { id: { in: ids } };
    const rows = await db(scope).paymentAttempt.findMany({ where, include: PAYMENT_INCLUDE });
    const checkouts = await asOfNow(
      scope,
      rows.flatMap(({ checkout }) => checkout ?? []),
    );
    const byId = new Map(checkouts.map((checkout) => [checkout.id, checkout]));
    const modes = await modesOf(
      scope,
      rows.map(({ processor }) => processor),
    );
    return rows.map((row) => ({
      ...row,
      checkout: byId.get(row.checkoutId ?? '') ?? null,
      mode: modes.get(row.processor) ?? null,
    }));
  });
}

/** The payment attempts of the calling customer. */
export function listOfBuyer(
  scope: Scope,
  request: Omit<QueryOf<typeof listCustomerPayments>, 'page' | 'limit'>,
) {
  const conditions = [
    idFilter('t.checkout_id', request.checkout_id),
    idFilter('t.subscription_id', request.subscription_id),
    enumFilter('t.status', 'payment_status', request.status),
    searchFilter(['t.code', 't.decline_code'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, (ids) =>
    db(scope).paymentAttempt.findMany({
      where: { id: { in: ids } },
      include: CUSTOMER_PAYMENT_INCLUDE,
    }),
  );
}

/** The attempt of a checkout whose outcome is open; null when there is none. */
export function findOpenAttempt(scope: Scope, checkoutId: string): Promise<AttemptRow | null> {
  return selectOne(
    scope,
    MAPPING,
    sql`SELECT a.id, 1 AS position FROM payment_attempts a WHERE ${tenant(scope, 'a')}
        AND a.checkout_id = ${checkoutId}::uuid AND a.status IN (${OPEN}) LIMIT 1`,
  );
}

/** What a confirmation has to know first: whether its checkout is a sandbox's, and what waits for an authentication. */
export async function findConfirming(
  scope: Scope,
  checkoutId: string,
): Promise<{ isSandbox: boolean; waitingId: string | null }> {
  const [found] = await execute<{ is_sandbox: boolean; waiting_id: string | null }>(
    scope,
    sql`SELECT o.is_sandbox, a.id AS waiting_id FROM checkouts c JOIN organizations o ON o.id = c.organization_id
          LEFT JOIN payment_attempts a ON a.checkout_id = c.id AND a.status = 'requires_action'
        WHERE ${tenant(scope, 'c')} AND c.id = ${checkoutId}::uuid`,
    { prepared: true },
  );
  return { isSandbox: found?.is_sandbox !== false, waitingId: found?.waiting_id ?? null };
}

/**
 * The attempt of a checkout or subscription that waits for its buyer, where nobody has asked for it in the last two
 * seconds of real time: the caller does now. Of any organization: its buyer has been read it.
 */
export async function claimWaiting(
  of: { checkoutId: string } | { subscriptionId: string },
  realTime: Date,
): Promise<string | null> {
  const since = new Date(realTime.getTime() - LOOKED_MS);
  const isOf =
    'checkoutId' in of
      ? sql`checkout_id = ${of.checkoutId}::uuid`
      : sql`subscription_id = ${of.subscriptionId}::uuid`;
  const [claimed] = await execute<{ id: string }>(
    null,
    sql`UPDATE payment_attempts SET claimed_at = ${realTime.toISOString()}::timestamptz
        WHERE ${isOf} AND status = 'requires_action'
          AND claimed_at <= ${since.toISOString()}::timestamptz RETURNING id`,
    { prepared: true },
  );
  return claimed?.id ?? null;
}

/** How often a payment that waits for its buyer is asked for while he looks at it, ms. */
const LOOKED_MS = 2000;

/** Whether an organization has attempts whose outcome is open. */
export async function hasOpenAttempts(scope: Scope, organizationId: string): Promise<boolean> {
  const open = await db(scope).paymentAttempt.findFirst({
    where: { organizationId, status: { in: [...OPEN_STATUSES] } },
    select: { id: true },
  });
  return open !== null;
}

/** The attempt that a subscription waits for, if it waits. */
export function findOpenAttemptOfSubscription(
  scope: Scope,
  subscriptionId: string,
): Promise<AttemptRow | null> {
  return db(scope).paymentAttempt.findFirst({
    where: { subscriptionId, status: { in: [...OPEN_STATUSES] } },
  });
}

/** The newest attempt of a subscription. */
export function findLast(scope: Scope, subscriptionId: string): Promise<AttemptRow | null> {
  return db(scope).paymentAttempt.findFirst({
    where: { subscriptionId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** Those of these subscriptions that wait for an attempt. */
export async function findWaitingFor(
  scope: Scope,
  subscriptionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await execute<{ id: string }>(
    scope,
    sql`SELECT t.subscription_id AS id FROM payment_attempts t WHERE ${tenant(scope, 't')}
        AND t.subscription_id = ANY(${[...subscriptionIds]}::uuid[]) AND t.status IN (${OPEN})`,
    { prepared: true },
  );
  return new Set(rows.map(({ id }) => id));
}

/** The attempts of the scope whose outcome is open, oldest first. */
export function findAllOpen(scope: Scope): Promise<AttemptRow[]> {
  return db(scope).paymentAttempt.findMany({
    where: { status: { in: [...OPEN_STATUSES] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** Whether a checkout, other than `checkoutId`, has an unsettled payment that will upgrade this subscription. */
export async function hasPendingUpgrade(
  scope: Scope,
  subscriptionId: string,
  checkoutId?: string,
): Promise<boolean> {
  const attempt = await db(scope).paymentAttempt.findFirst({
    where: {
      ...(checkoutId && { checkoutId: { not: checkoutId } }),
      status: { in: [...OPEN_STATUSES] },
      checkout: { subscriptionId },
    },
    select: { id: true },
  });
  return attempt !== null;
}

/** The attempt that the request with this idempotency entry created. */
export function findAttemptOfRequest(
  scope: Scope,
  cause: { checkoutId: string } | { subscriptionId: string },
  idempotencyId: string,
): Promise<AttemptRow | null> {
  return db(scope).paymentAttempt.findFirst({
    where: { ...cause, idempotencyId },
    orderBy: { createdAt: 'desc' },
  });
}

/** Keeps the processor's reference to an attempt, unless it has one; returns the one that it has. */
export async function keepReference(
  scope: Scope,
  id: string,
  processorReference: string,
): Promise<string> {
  await db(scope).paymentAttempt.updateMany({
    where: { id, processorReference: null },
    data: { processorReference },
  });
  const kept = await db(scope).paymentAttempt.findUniqueOrThrow({
    where: { id },
    select: { processorReference: true },
  });
  return kept.processorReference ?? processorReference;
}

/** Whether it is known what a payment came to on the balance. */
export async function isBooked(scope: Scope, attemptId: string): Promise<boolean> {
  const found = await db(scope).balanceTransaction.findUnique({
    where: { attemptId },
    select: { reference: true },
  });
  return found !== null;
}

/** The references of a processor's payments of which it is not known yet. Of all organizations: background work asks. */
export async function findUnbooked(processor: string): Promise<string[]> {
  const rows = await db(null).paymentAttempt.findMany({
    where: { processor, status: 'succeeded', amount: { gt: 0 }, balance: null },
    select: { processorReference: true },
  });
  return rows.flatMap(({ processorReference }) => processorReference ?? []);
}

/** Enters what a payment or refund of an order came to; nothing where that is known. */
export async function book(
  scope: Scope,
  of: { organizationId: string; orderId: string; attemptId: string | null; at: Date },
  booked: Booked,
): Promise<void> {
  await db(scope).balanceTransaction.createMany({
    data: [{ ...of, ...booked }],
    skipDuplicates: true,
  });
}

/** The order that a payment has led to; null for none. */
export async function findOrderId(scope: Scope, attemptId: string): Promise<string | null> {
  const order = await db(scope).order.findUnique({ where: { attemptId }, select: { id: true } });
  return order?.id ?? null;
}

export function find(scope: Scope, id: string): Promise<AttemptRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** The scope's attempts with these ids. */
export function findMany(scope: Scope, ids: readonly string[]): Promise<AttemptRow[]> {
  return selectMany(scope, MAPPING, ids);
}

/** The attempt with this id or reference, of any organization, and the time of that organization. */
export async function findOfAll(
  by: { id: string } | { processor: string; processorReference: string },
  realTime: Date,
): Promise<{ attempt: AttemptRow; now: Date } | null> {
  const attempt = await db(null).paymentAttempt.findFirst({ where: by });
  if (!attempt) return null;
  const { organizationId } = attempt;
  const clock = await db(null).testClock.findUnique({ where: { organizationId } });
  return { attempt, now: clock?.now ?? realTime };
}

export function create(scope: Scope, data: Fields<AttemptRow>): Promise<AttemptRow> {
  return insertRow(scope, MAPPING, data, { prepared: true });
}

export function update(scope: Scope, id: string, changes: Fields<AttemptRow>): Promise<AttemptRow> {
  return updateRow(scope, MAPPING, id, changes, { prepared: true });
}

/**
 * The attempts of all organizations to settle, at most 1000, each with its organization's time, for the
 * background job: those whose outcome has arrived by that time; and those that nobody has asked for since
 * `leaseMs` of real time. An advance of a test clock settles those of its organization.
 */
export async function findWaiting(
  realTime: Date,
  leaseMs: number,
): Promise<{ attempt: AttemptRow; now: Date }[]> {
  const arrived = {
    table: 'payment_attempts',
    at: 'expected_at',
    where: sql`t.status IN ('requires_action', 'processing')`,
    object: sql`coalesce(t.subscription_id, t.checkout_id)`,
  };
  const due = await findDueRows(arrived, realTime, 500);
  const leaseEnd = new Date(realTime.getTime() - leaseMs).toISOString();
  const abandoned = await execute<{ id: string; now: Date | null }>(
    null,
    sql`SELECT t.id, c.now FROM payment_attempts t
          LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
        WHERE t.status IN (${OPEN}) AND (t.expected_at IS NULL OR t.status = 'requires_action')
          AND c.target IS NULL AND t.claimed_at <= ${leaseEnd}::timestamptz
        ORDER BY t.claimed_at LIMIT 500`,
    { prepared: true },
  );
  const times = new Map([
    ...abandoned.map(({ id, now }): [string, Date] => [id, now ?? realTime]),
    ...due.map(({ id, now }): [string, Date] => [id, now]),
  ]);
  const attempts = await db(null).paymentAttempt.findMany({
    where: { id: { in: [...times.keys()] } },
    orderBy: { createdAt: 'asc' },
  });
  return attempts.map((attempt) => ({ attempt, now: times.get(attempt.id) ?? realTime }));
}
