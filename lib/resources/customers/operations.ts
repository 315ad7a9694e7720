import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/customers/contract';

const { list, get } = plainEndpoints('customers');

export const endpoints = {
  listCustomers: list,
  getCustomer: get,
  getPortalCustomer: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:customers:get',
    method: 'GET',
    path: '/v1/customer-portal/customers/{id}',
  },
  updatePortalCustomer: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:customers:update',
    method: 'PATCH',
    path: '/v1/customer-portal/customers/{id}',
  },
} as const satisfies Record<string, Endpoint>;

/** For pickers, filters and the portal, whose pages load no schemas of customers. */
export const {
  listCustomers,
  getCustomer,
  getPortalCustomer,
  updatePortalCustomer,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
