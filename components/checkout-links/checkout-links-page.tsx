'use client';

import { CHECKOUT_LINK } from '@/components/checkout-links/presentation';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { listPage } from '@/components/resource/list-page';
import {
  createCheckoutLink,
  exportCheckoutLinks,
  listCheckoutLinks,
} from '@/lib/resources/checkout-links/contract';

export const CheckoutLinksPage = listPage(
  CHECKOUT_LINK,
  { list: listCheckoutLinks, export: exportCheckoutLinks, create: createCheckoutLink },
  {
    filters: [
      { field: 'product', kind: 'entity', param: 'product_id', entity: PRODUCTS },
      { field: 'discount', kind: 'entity', param: 'discount_id', entity: DISCOUNTS },
    ],
    firstRun: {
      title: 'A link that opens a new checkout.',
      text: 'Choose a product, price, and discount once. Everyone who opens the link gets their own checkout.',
    },
    example: () => ({ product_id: '<product id>' }),
  },
);
