import { contract } from '@/lib/api/contract';
import { exportOf } from '@/lib/api/exports';
import { Id, IdParams, many, OrganizationFilter } from '@/lib/api/fields';
import { listQuery, page, sorting } from '@/lib/api/pagination';
import { ORDER_SORTS, Order, ProductPriceType } from '@/lib/orders/schema';

const common = { tag: 'orders' } as const;

export const listOrders = contract({
  ...common,
  id: 'orders:list',
  method: 'GET',
  path: '/v1/orders/',
  summary: 'List orders',
  description:
    'Sorts: `customer` by name, then e-mail; `product` and `discount` by name; `subscription` by its ' +
    'id, so that its orders stand together and older subscriptions first. What has no value comes ' +
    'last both ways.',
  scopes: ['orders:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    product_id: many(Id),
    product_price_type: many(ProductPriceType),
    customer_id: many(Id),
    discount_id: many(Id),
    sorting: sorting(ORDER_SORTS, '-created_at'),
  }),
  response: page(Order),
});

export const exportOrders = contract(
  exportOf(listOrders, [
    'id', 'created_at', 'billing_reason', 'amount', 'tax_amount', 'currency',
    'customer_id', 'customer.name', 'customer.email', 'billing_address.country',
    'product_id', 'product.name', 'discount.name', 'discount.code',
    'subscription_id', 'checkout_id', 'custom_field_data', 'metadata',
  ]),
);

export const getOrder = contract({
  ...common,
  id: 'orders:get',
  method: 'GET',
  path: '/v1/orders/{id}',
  summary: 'Get an order',
  scopes: ['orders:read'],
  params: IdParams,
  response: Order,
});
