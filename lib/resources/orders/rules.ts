/**
 * What the discount of an order came to, in minor units: the difference to the amount that was asked
 * for before it. Nothing without a discount, or where that amount is not known.
 */
export function discountTaken(order: {
  amount: number;
  hasDiscount: boolean;
  askedAmount: number | null;
}): number {
  const { amount, hasDiscount, askedAmount } = order;
  return hasDiscount && askedAmount !== null ? Math.max(askedAmount - amount, 0) : 0;
}
