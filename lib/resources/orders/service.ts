import { counted, listAndExport } from '@/lib/api/list';
import { notFound, orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { type Line, serializeLine, sumOf } from '@/lib/resources/billing/rules';
import type { Billing } from '@/lib/resources/customers/rules';
import { documentUrl, issueInvoice } from '@/lib/resources/documents/service';
import { record } from '@/lib/resources/events/service';
import * as repository from '@/lib/resources/orders/repository';
import { statusOf } from '@/lib/resources/orders/rules';
import {
  type BillingReason,
  type CustomerOrder,
  type Order,
  type OrderInvoice,
  OrderStatus,
} from '@/lib/resources/orders/schema';
import {
  type OrderRow,
  serializeCustomerOrder,
  serializeOrder,
} from '@/lib/resources/orders/serialize';
import { newId } from '@/lib/runtime/ids';

export const { listAll, exportAll } = listAndExport(repository.list, serializeOrder);

export const countAll = counted(repository.list, {
  status: { column: 't.status', values: OrderStatus.options },
});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Order> {
  return serializeOrder(await findOrder(scope, id));
}

/** The row of an order. Throws 404. */
export async function findOrder(scope: Scope, id: string): Promise<OrderRow> {
  return orNotFound(await repository.find(scope, id), 'The order');
}

/** Throws 404, also where it has none. */
export async function getInvoice(scope: Scope, id: string): Promise<OrderInvoice> {
  requireInvoice(await findOrder(scope, id));
  return { url: documentUrl(id, scope.realTime) };
}

export const { listAll: listOfBuyer } = listAndExport(
  repository.listOfBuyer,
  serializeCustomerOrder,
);

/** Throws 404. */
export async function getOfBuyer(scope: Scope, id: string): Promise<CustomerOrder> {
  return serializeCustomerOrder(
    orNotFound(await repository.listOfBuyer(scope, { sorting: [] }).find(id), 'The order'),
  );
}

/** Throws 404, also where it has none. */
export async function getInvoiceOfBuyer(scope: Scope, id: string): Promise<OrderInvoice> {
  const row = await repository.listOfBuyer(scope, { sorting: [] }).find(id);
  requireInvoice(orNotFound(row, 'The order'));
  return { url: documentUrl(id, scope.realTime) };
}

/** Throws 404 for an order that was sold elsewhere (docs/contract/imports.md#orders). */
function requireInvoice({ isImported }: Pick<OrderRow, 'isImported'>): void {
  if (isImported) throw notFound('The invoice');
}

interface NewOrder extends Billing {
  id: string;
  organizationId: string;
  checkoutId: string | null;
  /** The payment attempt; null where nothing had to be paid. */
  attemptId: string | null;
  customerId: string;
  productId: string;
  priceId: string;
  discountId: string | null;
  subscriptionId: string | null;
  /** Their sum is the order's amount: after the discount and before tax, in minor units. */
  lines: readonly Line[];
  taxAmount: number;
  currency: string;
  billingReason: BillingReason;
  metadata: Record<string, unknown>;
  customFieldData: Record<string, unknown>;
  now: Date;
}

/**
 * Creates an order in the caller's transaction. Its invoice is issued just before the commit, and
 * `order.created` recorded with the number, in its place among the transaction's events.
 */
export async function createOrder(scope: Scope, order: NewOrder): Promise<OrderRow> {
  const { now, lines, ...data } = order;
  const row = await repository.create(scope, {
    ...data,
    createdAt: now,
    amount: sumOf(lines),
    lines: lines.map(serializeLine),
  });
  const { organizationId } = row;
  const event = { id: newId(), kind: 'order.created', organizationId } as const;
  issueInvoice(scope, row.id, (invoiceNumber) =>
    record(scope, { ...event, snapshot: serializeOrder({ ...row, invoiceNumber }) }),
  );
  return row;
}

/** An order of the scope, locked until the transaction ends; null where there is none. */
export function lockOrder(scope: Scope, id: string): Promise<OrderRow | null> {
  return repository.lock(scope, id);
}

/** What was paid for an order, minor units, tax included. */
export function totalOf({ amount, taxAmount }: Pick<OrderRow, 'amount' | 'taxAmount'>): number {
  return amount + taxAmount;
}

/**
 * Adds a succeeded refund of `amount` minor units to a locked order, in the caller's transaction. With
 * `revokesBenefits` it gets none any more, of those that its product gets later either. Records `order.updated`.
 */
export async function addRefund(
  scope: Scope,
  order: OrderRow,
  { amount, revokesBenefits, now }: { amount: number; revokesBenefits: boolean; now: Date },
): Promise<void> {
  const refundedAmount = order.refundedAmount + amount;
  const changes = {
    modifiedAt: now,
    refundedAmount,
    status: statusOf({ total: totalOf(order), refunded: refundedAmount }),
  };
  await repository.update(scope, order.id, {
    ...changes,
    ...(revokesBenefits ? { benefitsRevokedAt: now } : {}),
  });
  const { organizationId } = order;
  const snapshot = serializeOrder({ ...order, ...changes });
  await record(scope, { kind: 'order.updated', organizationId, snapshot });
}
