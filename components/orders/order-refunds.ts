import { useQuery } from '@tanstack/react-query';
import { orderTotal } from '@/components/entities/order-status';
import { query } from '@/lib/client/queries';
import { getOrder } from '@/lib/resources/orders/contract';
import type { Order } from '@/lib/resources/orders/schema';
import { listRefunds } from '@/lib/resources/refunds/contract';
import { amountLeft } from '@/lib/resources/refunds/rules';
import type { Refund, RefundStatus } from '@/lib/resources/refunds/schema';

const POLL_MS = 5000;

/** An order and its refunds, newest first, both polled while a refund has no outcome. */
export function useOrderWithRefunds(id: string) {
  const refunds = useQuery({
    ...query(listRefunds, { query: { order_id: [id], limit: 100 } }),
    refetchInterval: ({ state }) => {
      const items = state.data?.items ?? [];
      return items.some(({ status }) => status === 'pending') ? POLL_MS : false;
    },
  });
  const order = useQuery({
    ...query(getOrder, { params: { id } }),
    // The order may have been read before the refund that the list shows as settled.
    refetchInterval: ({ state }) =>
      isBehind(state.data, refunds.data?.items ?? []) ? POLL_MS : false,
  });
  return { order, refunds };
}

export type RefundsQuery = ReturnType<typeof useOrderWithRefunds>['refunds'];

function isBehind(order: Order | undefined, refunds: readonly Refund[]): boolean {
  return (
    sumOf(refunds, 'pending') > 0 || sumOf(refunds, 'succeeded') > (order?.refunded_amount ?? 0)
  );
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
