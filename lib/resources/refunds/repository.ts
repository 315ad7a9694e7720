import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { selectOne, selectRow } from '@/lib/database/rows/rows';
import { type Fields, insertRow, updateRow } from '@/lib/database/rows/write';
import { BY_CUSTOMER, CUSTOMER, CUSTOMER_NAME } from '@/lib/resources/customers/relations';
import { withNumber } from '@/lib/resources/documents/relations';
import type { exportRefunds } from '@/lib/resources/refunds/contract';
import type { RefundSort } from '@/lib/resources/refunds/schema';

const LIST: ListDefinition<RefundSort> = {
  table: 'refunds',
  sorts: {
    created_at: required(sql`t.created_at`),
    amount: { by: [sql`t.currency`, sql`t.amount`], required: true },
    customer: CUSTOMER_NAME,
  },
  totals: { 't.status': 'status' },
};

const MAPPING = {
  model: 'Refund',
  table: 'refunds',
  relations: {
    customer: CUSTOMER,
    order: { model: 'Order', table: 'orders', column: 'order_id' },
  },
} as const satisfies RowMapping;

export type RefundRow = RowOf<typeof MAPPING>;

/** The scope's refunds. */
export function list(scope: Scope, request: QueryOf<typeof exportRefunds>) {
  const conditions = [
    idFilter('t.order_id', request.order_id),
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.subscription_id', request.subscription_id),
    enumFilter('t.status', 'refund_status', request.status),
    enumFilter('t.reason', 'refund_reason', request.reason),
    searchFilter(['t.comment'], request.query, {
      scope,
      table: 'refunds',
      tables: [BY_CUSTOMER],
      exact: withNumber(scope, 'credit_note', request.query),
    }),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING);
}

/** Null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<RefundRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** The refund of an order that the request with this idempotency entry created. */
export function findOfRequest(
  scope: Scope,
  orderId: string,
  idempotencyId: string,
): Promise<RefundRow | null> {
  return selectOne(
    scope,
    MAPPING,
    sql`SELECT r.id, 1 AS position FROM refunds r WHERE ${tenant(scope, 'r')}
        AND r.order_id = ${orderId}::uuid AND r.idempotency_id = ${idempotencyId}::uuid LIMIT 1`,
  );
}

/** The refund of an order with this id, or the processor's reference. */
export function findOfOrder(
  scope: Scope,
  orderId: string,
  { id, reference }: { id: string | null; reference: string },
): Promise<RefundRow | null> {
  return selectOne(
    scope,
    MAPPING,
    sql`SELECT r.id, 1 AS position FROM refunds r WHERE ${tenant(scope, 'r')} AND r.order_id = ${orderId}::uuid
        AND (r.processor_reference = ${reference} OR r.processor_reference IS NULL AND r.id::text = ${id ?? ''}) LIMIT 1`,
  );
}

/** The sum of an order's refunds without an outcome, minor units. */
export async function pendingAmountOf(scope: Scope, orderId: string): Promise<number> {
  const [row] = await execute<{ amount: number }>(
    scope,
    sql`SELECT coalesce(sum(r.amount), 0)::float8 AS amount FROM refunds r WHERE ${tenant(scope, 'r')}
        AND r.order_id = ${orderId}::uuid AND r.status = 'pending'`,
    { prepared: true },
  );
  return row?.amount ?? 0;
}

export function create(scope: Scope, row: Fields<RefundRow>): Promise<RefundRow> {
  return insertRow(scope, MAPPING, row, { prepared: true });
}

export function update(scope: Scope, id: string, changes: Fields<RefundRow>): Promise<RefundRow> {
  return updateRow(scope, MAPPING, id, changes, { prepared: true });
}

/** A refund without an outcome, and the time of its organization. */
export interface OpenRefund {
  id: string;
  organizationId: string;
  now: Date;
}

/**
 * The refund with this id or reference, of any organization; null where there is none, it has its outcome, or the test
 * clock of its organization advances.
 */
export async function findOpen(
  by: { id: string } | { processor: string; processorReference: string },
  realTime: Date,
): Promise<OpenRefund | null> {
  const refund = await db(null).refund.findFirst({ where: { ...by, status: 'pending' } });
  if (!refund) return null;
  const { id, organizationId } = refund;
  const clock = await db(null).testClock.findUnique({ where: { organizationId } });
  return clock?.target ? null : { id, organizationId, now: clock?.now ?? realTime };
}

/**
 * Claims the refunds of all organizations, at most `limit`, that nobody has asked for after `before`, at a real time
 * later than that: another worker, which waits as long, leaves them. Those of an organization whose test clock advances wait for its end.
 */
export async function claimWaiting(
  realTime: Date,
  { before, limit }: { before: Date; limit: number },
): Promise<OpenRefund[]> {
  const claimed = await execute<Omit<OpenRefund, 'now'> & { now: Date | null }>(
    null,
    sql`WITH waiting AS (
          SELECT t.id, c.now FROM refunds t
            LEFT JOIN test_clocks c ON c.organization_id = t.organization_id
          WHERE t.status = 'pending' AND t.claimed_at <= ${before.toISOString()}::timestamptz AND c.target IS NULL
          ORDER BY t.claimed_at LIMIT ${limit}::int FOR UPDATE OF t SKIP LOCKED
        )
        UPDATE refunds t SET claimed_at = ${realTime.toISOString()}::timestamptz
        FROM waiting w WHERE w.id = t.id RETURNING t.id, t.organization_id AS "organizationId", w.now`,
    { prepared: true },
  );
  return claimed.map(({ now, ...refund }) => ({ ...refund, now: now ?? realTime }));
}
