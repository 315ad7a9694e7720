import { scalarsOf } from '@/lib/api/scalars';
import { metadata, withFields } from '@/lib/contract/serialize';
import type { CheckoutLinkRow } from '@/lib/resources/checkout-links/repository';
import { CheckoutLink } from '@/lib/resources/checkout-links/schema';
import { serializeDiscountBase } from '@/lib/resources/discounts/serialize';
import { serializeCheckoutProduct, serializePrice } from '@/lib/resources/products/serialize';
import { publicUrl } from '@/lib/runtime/env';

const scalars = scalarsOf('CheckoutLink', CheckoutLink);

/**
 * A checkout link as the API prints it (docs/contract/checkout-links.md#address). A deleted discount is not printed
 * (docs/contract/conventions.md#deleted-objects).
 */
export function serializeCheckoutLink(row: CheckoutLinkRow): CheckoutLink {
  const discount = row.discount?.deletedAt === null ? row.discount : null;
  return withFields(scalars(row), {
    payment_processor: 'stripe' as const,
    url: `${publicUrl()}/buy/${row.clientSecret}`,
    product: serializeCheckoutProduct(row.product),
    product_price: row.productPrice && serializePrice(row.productPrice),
    discount_id: discount?.id ?? null,
    discount: discount && serializeDiscountBase(discount),
    checkouts_count: row.counts.all,
    succeeded_count: row.counts.succeeded,
    metadata: metadata(row.metadata),
  });
}
