import type { OrderStatus } from '@/lib/resources/orders/schema';

/**
 * The discount of an order in minor units: the difference between the price's amount (`askedAmount`) and the
 * order's. 0 without a discount, or where the price's amount is not known.
 */
export function discountTaken(order: {
  amount: number;
  hasDiscount: boolean;
  askedAmount: number | null;
}): number {
  const { amount, hasDiscount, askedAmount } = order;
  return hasDiscount && askedAmount !== null ? Math.max(askedAmount - amount, 0) : 0;
}

/** An order's status by what has been refunded of it, minor units (docs/contract/orders.md#order-status). */
export function statusOf({ total, refunded }: { total: number; refunded: number }): OrderStatus {
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partially_refunded' : 'refunded';
}
