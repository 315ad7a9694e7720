import { exportOf } from '@/lib/contract/export-of';
import { Id, many } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  CHECKOUT_LINK_SORTS,
  CheckoutLink,
  CheckoutLinkCreate,
  CheckoutLinkUpdate,
} from '@/lib/resources/checkout-links/schema';

const checkoutLinks = resource('checkout_links', CheckoutLink);

export const listCheckoutLinks = checkoutLinks.list({
  product_id: many(Id),
  discount_id: many(Id),
  sorting: sorting(CHECKOUT_LINK_SORTS, '-created_at'),
});

export const exportCheckoutLinks = exportOf(listCheckoutLinks, [
  'id',
  'created_at',
  'modified_at',
  'label',
  'url',
  'product_id',
  'product.name',
  'product_price_id',
  'discount_id',
  'discount.name',
  'allow_discount_codes',
  'success_url',
  'checkouts_count',
  'succeeded_count',
  'metadata',
]);

export const createCheckoutLink = checkoutLinks.create(CheckoutLinkCreate, {
  description:
    'Without `product_price_id` the link sells at the first live price that the product has then.',
});

export const getCheckoutLink = checkoutLinks.get();

export const updateCheckoutLink = checkoutLinks.update(CheckoutLinkUpdate, {
  description: 'The product stays. `metadata` replaces the old one.',
});

export const deleteCheckoutLink = checkoutLinks.delete({
  description: 'Checkouts that were opened by it stay.',
});
