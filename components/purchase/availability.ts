import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** Whether the product or price of an open checkout is archived, or its seller is closing: the API would refuse to confirm it. */
export function isUnavailable({
  product,
  product_price,
  organization,
}: Pick<CheckoutPublic, 'product' | 'product_price'> & {
  organization?: Pick<CheckoutPublic['organization'], 'deletion_scheduled_at'>;
}): boolean {
  const isClosing = organization ? organization.deletion_scheduled_at !== null : false;
  return product.is_archived || product_price.is_archived || isClosing;
}
