import { counted, listAndExport } from '@/lib/api/list';
import { notFound, orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { documentUrl, issueCreditNote } from '@/lib/resources/documents/service';
import { record } from '@/lib/resources/events/service';
import type { OrderInvoice } from '@/lib/resources/orders/schema';
import type { OrderRow } from '@/lib/resources/orders/serialize';
import { totalOf } from '@/lib/resources/orders/service';
import * as repository from '@/lib/resources/refunds/repository';
import { type Refund, RefundStatus } from '@/lib/resources/refunds/schema';
import { serializeRefund } from '@/lib/resources/refunds/serialize';
import { newId } from '@/lib/runtime/ids';

export type { OpenRefund, RefundRow } from '@/lib/resources/refunds/repository';

export const { listAll, exportAll } = listAndExport(repository.list, serializeRefund);

export const countAll = counted(repository.list, {
  status: { column: 't.status', values: RefundStatus.options },
});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Refund> {
  return serializeRefund(await findRefund(scope, id));
}

/** Throws 404, also where the refund has not succeeded. */
export async function getCreditNote(scope: Scope, id: string): Promise<OrderInvoice> {
  const { creditNoteNumber } = await findRefund(scope, id);
  if (creditNoteNumber === null) throw notFound('The credit note');
  return { url: documentUrl(id, scope.realTime) };
}

/** The row of a refund. Throws 404. */
export async function findRefund(scope: Scope, id: string): Promise<repository.RefundRow> {
  return orNotFound(await repository.find(scope, id), 'The refund');
}

/** The refunds, for what makes and settles them (lib/workflows/refund-order.ts). */
export const refunds = {
  findOfRequest: repository.findOfRequest,
  findOfOrder: repository.findOfOrder,
  pendingAmountOf: repository.pendingAmountOf,
  findOpen: repository.findOpen,
  claimWaiting: repository.claimWaiting,
  accept: (scope: Scope, id: string, reference: string | null) =>
    repository.update(scope, id, { isAccepted: true, processorReference: reference }),
};

/** Creates a refund of an order in the caller's transaction. Records `refund.created`. */
export async function createRefund(
  scope: Scope,
  { id: orderId, organizationId, customerId, subscriptionId, currency }: OrderRow,
  columns: Parameters<typeof repository.create>[1],
): Promise<repository.RefundRow> {
  const row = await repository.create(scope, {
    id: newId(),
    organizationId,
    orderId,
    customerId,
    subscriptionId,
    currency,
    requestId: scope.requestId,
    ...columns,
  });
  return recorded(scope, 'refund.created', row);
}

/**
 * Has the order of a late payment refunded as a whole, in the transaction that makes it: the background carries it
 * out (docs/contract/orders.md#late-payments). An order of 0 needs none. `what` happened to the subscription before
 * the payment arrived.
 */
export async function refundLatePayment(
  scope: Scope,
  order: OrderRow,
  {
    attempt: { processor },
    what,
    now,
  }: { attempt: { processor: string }; what: 'ended' | 'changed'; now: Date },
): Promise<void> {
  const amount = totalOf(order);
  if (amount === 0) return;
  await createRefund(scope, order, {
    createdAt: now,
    processor,
    // No request has it, so that the background need not wait.
    claimedAt: new Date(0),
    amount,
    reason: 'other',
    comment: `The payment arrived after the subscription had ${what}.`,
    revokeBenefits: false,
    metadata: {},
    idempotencyId: null,
  });
}

/**
 * Writes the outcome of a refund, whose order is locked, in the caller's transaction, and issues the credit note of one
 * that has succeeded, which the reply shows. Records `refund.updated`.
 */
export async function saveOutcome(
  scope: Scope,
  before: repository.RefundRow,
  {
    status,
    reference,
    creditTaken = 0,
  }: { status: 'succeeded' | 'failed'; reference: string | null; creditTaken?: number },
  now: Date,
): Promise<repository.RefundRow> {
  const outcome = { status, settledAt: now, creditTaken, processorReference: reference };
  const row = await repository.update(scope, before.id, outcome);
  const creditNoteNumber = status === 'succeeded' ? await issueCreditNote(scope, row.id) : null;
  return recorded(scope, 'refund.updated', { ...row, creditNoteNumber }, before);
}

async function recorded(
  scope: Scope,
  kind: 'refund.created' | 'refund.updated',
  row: repository.RefundRow,
  before?: repository.RefundRow,
): Promise<repository.RefundRow> {
  const { organizationId } = row;
  const change = before && { before: serializeRefund(before) };
  await record(scope, { kind, organizationId, snapshot: serializeRefund(row), ...change });
  return row;
}
