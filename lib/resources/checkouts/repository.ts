import type { QueryOf } from '@/lib/contract/contract';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { CheckoutStatus } from '@/lib/database/generated/client';
import { type Due, findDueRows } from '@/lib/database/query/clocks';
import { dividesLapsed, LapseFilter, lapsed, lapsing } from '@/lib/database/query/lapse';
import {
  afterFilter,
  beforeFilter,
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { WAITING_PAYMENT } from '@/lib/database/query/open-payments';
import { lockRow } from '@/lib/database/rows/lock';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { selectRow, selectRows } from '@/lib/database/rows/rows';
import { type Fields, insertRow, updateRow } from '@/lib/database/rows/write';
import type { exportCheckouts } from '@/lib/resources/checkouts/contract';
import type { Amounts, CheckoutChanges } from '@/lib/resources/checkouts/rules';
import type { CheckoutSort } from '@/lib/resources/checkouts/schema';
import { REDACTED_SECRET } from '@/lib/resources/checkouts/serialize';
import { DISCOUNT } from '@/lib/resources/discounts/relations';
import { ERASED_SNAPSHOT } from '@/lib/resources/events/relations';
import { ACTIVE_CONNECTION } from '@/lib/resources/payment-connections/relations';
import { PRICE, PRODUCT } from '@/lib/resources/products/relations';

const LIST: ListDefinition<CheckoutSort> = {
  table: 'checkouts',
  sorts: {
    created_at: required(sql`t.created_at`),
    expires_at: required(sql`t.expires_at`),
  },
  totals: { 't.status': 'status', 't.product_id': 'reference' },
};

const MAPPING = {
  model: 'Checkout',
  table: 'checkouts',
  relations: {
    product: PRODUCT,
    price: PRICE,
    discount: DISCOUNT,
    organization: { model: 'Organization', table: 'organizations', column: 'organization_id' },
    connection: ACTIVE_CONNECTION,
    waiting: WAITING_PAYMENT,
  },
} as const satisfies RowMapping;

export type CheckoutRow = RowOf<typeof MAPPING>;

/**
 * The scope's checkouts, as they are by their organizations' clocks. `hasLapsed`: some that are stored as open have
 * expired, see {@link hasLapsed}.
 */
export function list(
  scope: Scope,
  request: QueryOf<typeof exportCheckouts>,
  { hasLapsed = false } = {},
) {
  const conditions = [
    idFilter('t.product_id', request.product_id),
    idFilter('t.price_id', request.product_price_id),
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.checkout_link_id', request.checkout_link_id),
    idFilter('t.discount_id', request.discount_id),
    hasLapsed && request.status
      ? new LapseFilter(scope, 'checkouts', request.status)
      : enumFilter('t.status', 'checkout_status', request.status),
    afterFilter('t.expires_at', request.expires_after),
    beforeFilter('t.expires_at', request.expires_before),
    searchFilter(['t.customer_email', 't.customer_name'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING, (rows) => current(scope, rows));
}

/** Whether a filter by these statuses has to tell apart what has expired since the last sweep. */
export async function hasLapsed(
  scope: Scope,
  statuses: readonly CheckoutStatus[] | undefined,
): Promise<boolean> {
  if (!dividesLapsed('checkouts', statuses)) return false;
  const found = await execute(
    scope,
    sql`SELECT 1 FROM checkouts t WHERE ${tenant(scope, 't')} AND ${lapsed(scope, 'checkouts')} LIMIT 1`,
    { prepared: true },
  );
  return found.length > 0;
}

/** The checkout as it is stored. */
export function find(scope: Scope, id: string): Promise<CheckoutRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** Whether an open checkout is past its time. */
export function isDue({ status, expiresAt }: Lapsing, now: Date): boolean {
  return status === 'open' && expiresAt <= now;
}

type Lapsing = Pick<CheckoutRow, 'id' | 'organizationId' | 'status' | 'expiresAt'>;

/** Checkouts as they are by their organizations' clocks (docs/contract/checkouts.md#expiry). */
export async function current<Row extends Lapsing>(
  scope: Scope,
  rows: readonly Row[],
): Promise<Row[]> {
  const due = rows.filter((row) => isDue(row, clockOf(scope, row.organizationId)));
  if (due.length === 0) return [...rows];
  const ids = due.map(({ id }) => id);
  const waiting = await withPendingPayment(scope, ids);
  const expired = new Set(ids.filter((id) => !waiting.has(id)));
  return rows.map((row) => (expired.has(row.id) ? { ...row, status: 'expired' } : row));
}

/** The checkout with its row locked until the transaction ends; null when there is none. */
export function lock(scope: Scope, id: string): Promise<CheckoutRow | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'UPDATE');
}

/**
 * The columns of a checkout for an empty request. All are always written, so that every creation uses one
 * prepared statement.
 */
const NO_CHANGES: Omit<Required<CheckoutChanges>, 'priceId'> = {
  customAmount: null,
  discountId: null,
  allowDiscountCodes: true,
  customerName: null,
  customerEmail: null,
  customerIpAddress: null,
  customerBillingAddress: null,
  customerTaxId: null,
  customerTaxIdType: null,
  customFieldData: {},
  metadata: {},
  customerMetadata: {},
  successUrl: null,
  embedOrigin: null,
  isTrialUsed: false,
};

/** Inserts a checkout: its fixed columns, and the changes that the request makes to {@link NO_CHANGES}. */
export function create(
  scope: Scope,
  data: Fields<CheckoutRow>,
  changes: CheckoutChanges,
): Promise<CheckoutRow> {
  return insertRow(scope, MAPPING, { ...NO_CHANGES, ...data, ...changes }, { prepared: true });
}

/** The columns that the sale itself changes, beside those of {@link CheckoutChanges}. */
export interface CheckoutProgress extends Partial<Record<keyof Amounts, number | null>> {
  status?: CheckoutStatus;
  customerId?: string;
}

/** Writes changes; the row must have been locked or found in the scope. */
export function update(
  scope: Scope,
  id: string,
  changes: CheckoutChanges & CheckoutProgress,
  now: Date,
): Promise<CheckoutRow> {
  return updateRow(scope, MAPPING, id, { ...changes, modifiedAt: now });
}

/**
 * Sets the buyers' IP addresses of open checkouts that have none, by their ids. Those that others have locked are
 * passed by: the next call of their buyers sets them.
 */
export async function setBuyerIps(
  scope: Scope | null,
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  await execute(
    scope,
    sql`WITH free AS (
          SELECT t.id, n.address FROM unnest(${[...addresses.keys()]}::uuid[], ${[...addresses.values()]}::text[])
            n (id, address) JOIN checkouts t ON t.id = n.id
          WHERE t.customer_ip_address IS NULL AND t.status = 'open' FOR NO KEY UPDATE OF t SKIP LOCKED
        )
        UPDATE checkouts c SET customer_ip_address = free.address FROM free WHERE c.id = free.id`,
    { prepared: true },
  );
}

/** No forecast lists more. */
const MAX_LIVING = 20_001;

/** Checkouts `t` that expire. */
const EXPIRING = lapsing('checkouts');

/** So many due checkouts are locked at a time. */
export const DUE_BATCH = 100;

/** Locks a batch of the scope's due checkouts; rows that another transaction has locked are skipped. */
export function lockDue(scope: Scope): Promise<{ id: string; organizationId: string }[]> {
  return execute(
    scope,
    sql`SELECT t.id, t.organization_id AS "organizationId" FROM checkouts t
        WHERE ${tenant(scope, 't')} AND ${lapsed(scope, 'checkouts')}
        ORDER BY t.expires_at LIMIT ${DUE_BATCH}::int FOR UPDATE OF t SKIP LOCKED`,
  );
}

/** Which of these checkouts have a pending payment. */
export async function withPendingPayment(
  scope: Scope,
  checkoutIds: readonly string[],
): Promise<Set<string>> {
  const pending = await db(scope).paymentAttempt.findMany({
    where: { checkoutId: { in: [...checkoutIds] }, status: 'pending' },
    select: { checkoutId: true },
  });
  return new Set(pending.flatMap(({ checkoutId }) => checkoutId ?? []));
}

/** Whether a checkout is one of a sandbox organization. */
export async function isSandbox(scope: Scope, id: string): Promise<boolean> {
  const [found] = await execute<{ is_sandbox: boolean }>(
    scope,
    sql`SELECT o.is_sandbox FROM checkouts c JOIN organizations o ON o.id = c.organization_id
        WHERE ${tenant(scope, 'c')} AND c.id = ${id}::uuid`,
    { prepared: true },
  );
  return found?.is_sandbox !== false;
}

/** Checkouts of the scope that expire by `to`, and those with these ids, in the order of their ids. */
export async function findLiving(
  scope: Scope,
  { to, ids }: { to: Date; ids: readonly string[] },
): Promise<CheckoutRow[]> {
  const { rows } = await selectRows(
    scope,
    MAPPING,
    sql`SELECT t.id, row_number() OVER (ORDER BY t.id) AS position FROM checkouts t
        WHERE ${tenant(scope, 't')} AND ((${EXPIRING} AND t.expires_at <= ${to.toISOString()}::timestamptz)
          OR t.id = ANY(${[...ids]}::uuid[]))
        LIMIT ${MAX_LIVING}::int`,
  );
  return rows;
}

/** Expired checkouts of all organizations that are still open, at most 500, for the background job. */
export function findDueEverywhere(realTime: Date): Promise<Due[]> {
  return findDueRows({ table: 'checkouts', at: 'expires_at', where: EXPIRING }, realTime, 500);
}

const PURGE_BATCH = 500;
const EVENT_BATCH = 5000;
const REDACTION_BATCH = 1000;
const REDACTION_CURSOR = 'event_redaction_cursor';

/**
 * A batch of checkouts that ended before a time without a sale, locked; rows locked by another node are
 * skipped.
 */
function abandoned(before: Date, unmarked: Sql): Sql {
  return sql`SELECT id, organization_id FROM checkouts
    WHERE status IN ('expired', 'failed') AND ${unmarked} AND expires_at <= ${before}
    ORDER BY expires_at LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED`;
}

/**
 * Erases what is in a batch of events of checkouts that ended before `before` without a sale, and of tries to pay for
 * them, and marks the checkouts whose events are all erased. The events stay: their numbers have no gap. Returns whether
 * there may be more.
 */
export async function purgeEvents(before: Date, now: Date): Promise<boolean> {
  const [done] = await execute<{ checkouts: number; events: number }>(
    null,
    sql`WITH due AS (${abandoned(before, sql`events_purged_at IS NULL`)}),
    old AS (
      SELECT e.id FROM (
        SELECT organization_id, id FROM due
        UNION ALL SELECT a.organization_id, a.id FROM due JOIN payment_attempts a ON a.checkout_id = due.id
      ) o JOIN events e ON e.organization_id = o.organization_id AND e.object_id = o.id
      WHERE NOT e.snapshot ? 'erased' LIMIT ${EVENT_BATCH}
    ),
    erased AS (
      UPDATE events e SET snapshot = ${ERASED_SNAPSHOT}
      WHERE e.id IN (SELECT id FROM old)
    ),
    marked AS (
      UPDATE checkouts c SET events_purged_at = ${now} FROM due
      WHERE c.id = due.id AND (SELECT count(*) FROM old) < ${EVENT_BATCH}
    )
    SELECT (SELECT count(*) FROM due)::int AS checkouts, (SELECT count(*) FROM old)::int AS events`,
  );
  return done?.checkouts === PURGE_BATCH || done?.events === EVENT_BATCH;
}

/**
 * Removes the buyer's data from a batch of checkouts that ended before `before` without a sale, and from
 * their payment attempts. The client secret is replaced by a random one that nobody knows. Returns whether
 * there may be more.
 */
export async function purgeBuyers(before: Date, now: Date): Promise<boolean> {
  const [done] = await execute<{ checkouts: number }>(
    null,
    sql`WITH due AS (${abandoned(before, sql`purged_at IS NULL`)}),
    attempts AS (
      UPDATE payment_attempts a
      SET update = '{}', payment_method = NULL, payment_method_details = NULL FROM due
      WHERE a.checkout_id = due.id
    ),
    purged AS (
      UPDATE checkouts c SET customer_name = NULL, customer_email = NULL, customer_ip_address = NULL,
        customer_billing_address = NULL, customer_tax_id = NULL, customer_tax_id_type = NULL,
        custom_field_data = '{}', customer_metadata = '{}', modified_at = ${now}, purged_at = ${now},
        client_secret = ${SECRET_PREFIX.checkout}::text ||
          left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 43)
      FROM due WHERE c.id = due.id
    )
    SELECT count(*)::int AS checkouts FROM due`,
  );
  return done?.checkouts === PURGE_BATCH;
}

/**
 * Redacts the snapshots of the next batch of events after the cursor that the migration wrote, and deletes
 * the cursor at the end. A second node finds the cursor locked and does nothing. Returns whether there may be
 * more.
 */
export async function redactEvents(): Promise<boolean> {
  const [done] = await execute<{ events: number }>(
    null,
    sql`WITH cursor AS (
      SELECT value::uuid AS id FROM installation WHERE key = ${REDACTION_CURSOR} FOR UPDATE SKIP LOCKED
    ),
    batch AS (
      SELECT id, kind FROM events WHERE id > (SELECT id FROM cursor) ORDER BY id LIMIT ${REDACTION_BATCH}
    ),
    redacted AS (
      UPDATE events e SET snapshot = e.snapshot || jsonb_build_object(
        'client_secret', ${REDACTED_SECRET}::text,
        'url', replace(e.snapshot->>'url', e.snapshot->>'client_secret', ${REDACTED_SECRET}),
        'success_url', replace(e.snapshot->>'success_url', e.snapshot->>'client_secret', ${REDACTED_SECRET}))
      FROM batch b
      WHERE e.id = b.id AND b.kind IN ('checkout.created', 'checkout.updated')
        AND e.snapshot->>'client_secret' <> ${REDACTED_SECRET}
    ),
    moved AS (
      UPDATE installation SET value = (SELECT id::text FROM batch ORDER BY id DESC LIMIT 1)
      WHERE key = ${REDACTION_CURSOR} AND EXISTS (SELECT FROM batch)
    ),
    ended AS (
      DELETE FROM installation WHERE key = ${REDACTION_CURSOR}
        AND EXISTS (SELECT FROM cursor) AND NOT EXISTS (SELECT FROM batch)
    )
    SELECT count(*)::int AS events FROM batch`,
  );
  return (done?.events ?? 0) > 0;
}
