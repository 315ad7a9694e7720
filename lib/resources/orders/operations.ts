import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/orders/contract';

const portal = { tag: 'customer_portal', method: 'GET', auth: 'customer' } as const;

export const endpoints = {
  getOrder: plainEndpoints('orders', ['customers', 'products', 'discounts', 'subscriptions']).get,
  listCustomerOrders: {
    ...portal,
    id: 'customer_portal:orders:list',
    path: '/v1/customer-portal/orders/',
  },
  getCustomerOrderInvoice: {
    ...portal,
    id: 'customer_portal:orders:invoice',
    path: '/v1/customer-portal/orders/{id}/invoice',
  },
  getCustomerOrder: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:orders:get',
    method: 'GET',
    path: '/v1/customer-portal/orders/{id}',
  },
} as const satisfies Record<string, Endpoint>;

/** For pages that load no schemas of orders: the hosted ones, and those that name an order. */
export const {
  getOrder,
  listCustomerOrders,
  getCustomerOrderInvoice,
  getCustomerOrder,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
