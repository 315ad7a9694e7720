import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** Whether the product or price of an open checkout is archived: the API would refuse to confirm it. */
export function isUnavailable({
  product,
  product_price,
}: Pick<CheckoutPublic, 'product' | 'product_price'>): boolean {
  return product.is_archived || product_price.is_archived;
}
