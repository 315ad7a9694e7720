import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { ExternalIdFilter, Id, IdParams, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { endpoints } from '@/lib/resources/orders/operations';
import {
  BillingReason,
  CUSTOMER_ORDER_SORTS,
  CustomerOrder,
  ORDER_SORTS,
  Order,
  OrderInvoice,
  OrderStatus,
  ProductPriceType,
} from '@/lib/resources/orders/schema';

const orders = resource('orders', Order);

export const listOrders = orders.list(
  {
    product_id: many(Id),
    product_price_type: many(ProductPriceType),
    customer_id: many(Id),
    discount_id: many(Id),
    subscription_id: many(Id),
    checkout_id: many(Id),
    status: many(OrderStatus),
    billing_reason: many(BillingReason),
    external_id: ExternalIdFilter,
    sorting: sorting(ORDER_SORTS, '-created_at'),
  },
  {
    description:
      '`query` finds names, email addresses, ids, and invoice numbers, whole or by their last digits. ' +
      'Sorts: `customer` by name, then email; `product` and `discount` by name; `subscription` by its ' +
      'id, so that its orders stand together and older subscriptions first. What has no value comes ' +
      'last both ways.',
  },
);

export const exportOrders = exportOf(listOrders, [
  'id',
  'created_at',
  'invoice_number',
  'status',
  'billing_reason',
  'amount',
  'tax_amount',
  'refunded_amount',
  'currency',
  'customer_id',
  'customer.name',
  'customer.email',
  'billing_address.country',
  'product_id',
  'product.name',
  'discount.name',
  'discount.code',
  'subscription_id',
  'checkout_id',
  'custom_field_data',
  'metadata',
  'is_imported',
  'external_id',
  'billing_name',
]);

export const countOrders = countsOf(listOrders, ['status']);

export const getOrder = orders.get();

export const getOrderInvoice = contract({
  tag: 'orders',
  id: 'orders:invoice',
  method: 'GET',
  path: '/v1/orders/{id}/invoice',
  summary: 'Get the invoice of an order',
  permissions: ['orders:read'],
  params: IdParams,
  response: OrderInvoice,
});

export const listCustomerOrders = contract({
  ...endpoints.listCustomerOrders,
  summary: 'List the orders of the customer',
  description: 'A session that is bound to a checkout sees the order of that checkout alone.',
  query: listQuery({
    organization_id: OrganizationFilter,
    product_id: many(Id),
    product_price_type: many(ProductPriceType),
    subscription_id: many(Id),
    sorting: sorting(CUSTOMER_ORDER_SORTS, '-created_at'),
  }),
  response: page(CustomerOrder),
});

export const getCustomerOrder = contract({
  ...endpoints.getCustomerOrder,
  row: 'orders',
  summary: 'Get an order of the customer',
  params: IdParams,
  response: CustomerOrder,
});

export const getCustomerOrderInvoice = contract({
  ...endpoints.getCustomerOrderInvoice,
  summary: 'Get the invoice of an order of the customer',
  params: IdParams,
  response: OrderInvoice,
});
