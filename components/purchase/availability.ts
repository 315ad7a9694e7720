import type { CheckoutPublic } from '@/lib/checkouts/schema';

/** Whether the seller has taken what an open checkout sells out of sale: confirming it would be refused. */
export function isUnavailable({
  product,
  product_price,
}: Pick<CheckoutPublic, 'product' | 'product_price'>): boolean {
  return product.is_archived || product_price.is_archived;
}
