import { useQuery } from '@tanstack/react-query';
import { orderTotal } from '@/components/entities/order-status';
import { query } from '@/lib/client/queries';
import type { Order } from '@/lib/resources/orders/schema';
import { listRefunds } from '@/lib/resources/refunds/contract';
import { amountLeft } from '@/lib/resources/refunds/rules';
import type { Refund, RefundStatus } from '@/lib/resources/refunds/schema';

export const POLL_MS = 5000;

/** The refunds of an order, newest first, polled while one has no outcome. */
export function useRefundsOf(id: string) {
  return useQuery({
    ...query(listRefunds, { query: { order_id: [id], limit: 100 } }),
    refetchInterval: ({ state }) => {
      const items = state.data?.items ?? [];
      return items.some(({ status }) => status === 'pending') ? POLL_MS : false;
    },
  });
}

export type RefundsQuery = ReturnType<typeof useRefundsOf>;

/** Whether an order is to be read again: a refund has no outcome yet, or one that it does not count. */
export function isBehind(order: Order, refunds: readonly Refund[]): boolean {
  return sumOf(refunds, 'pending') > 0 || sumOf(refunds, 'succeeded') > order.refunded_amount;
}

function sumOf(refunds: readonly Refund[], status: RefundStatus): number {
  return refunds
    .filter((refund) => refund.status === status)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** What was given back of an order, what is being given back, and what is left, minor units. */
export function refundedOf(order: Order, refunds: readonly Refund[]) {
  const pending = sumOf(refunds, 'pending');
  const refunded = order.refunded_amount;
  return { refunded, pending, left: amountLeft({ total: orderTotal(order), refunded, pending }) };
}
