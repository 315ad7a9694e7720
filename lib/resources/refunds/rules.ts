/** What is left to refund of an order, minor units: a pending refund reserves its amount. */
export function amountLeft(order: { total: number; refunded: number; pending: number }): number {
  return order.total - order.refunded - order.pending;
}

/**
 * Whether a refund of `amount`, where `left` is left, revokes benefits when nobody says so: where it refunds all
 * that is left of a one-time purchase (docs/contract/orders.md#refunds-and-benefits).
 */
export function revokesByDefault(
  order: { subscriptionId: string | null },
  { amount, left }: { amount: number; left: number },
): boolean {
  return order.subscriptionId === null && amount === left;
}
