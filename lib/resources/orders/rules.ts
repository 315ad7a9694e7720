import type { OrderStatus } from '@/lib/resources/orders/schema';

/** An order's status by what has been refunded of it, minor units (docs/contract/orders.md#order-status). */
export function statusOf({ total, refunded }: { total: number; refunded: number }): OrderStatus {
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partially_refunded' : 'refunded';
}
