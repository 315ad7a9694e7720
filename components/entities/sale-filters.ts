import type { Filter } from '@/components/data-table/filters';
import { SALE_LABELS } from '@/components/entities/sale-labels';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { DISCOUNTS } from '@/components/entities/searchable-discounts';
import { PRODUCTS } from '@/components/entities/searchable-products';

/** The filters that lists of orders, subscriptions and checkouts have alike. */
export const SALE_FILTERS = {
  product: { kind: 'entity', param: 'product_id', label: SALE_LABELS.product, entity: PRODUCTS },
  customer: {
    kind: 'entity',
    param: 'customer_id',
    label: SALE_LABELS.customer,
    entity: CUSTOMERS,
  },
  discount: {
    kind: 'entity',
    param: 'discount_id',
    label: SALE_LABELS.discount,
    entity: DISCOUNTS,
    rare: true,
  },
} as const satisfies Record<string, Filter>;
