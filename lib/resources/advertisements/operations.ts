import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/advertisements/contract';

const portal = {
  tag: 'customer_portal',
  auth: 'customer',
  path: '/v1/customer-portal/advertisements/{id}',
} as const;

export const endpoints = {
  getCustomerAdvertisement: { ...portal, id: 'customer_portal:advertisements:get', method: 'GET' },
  updateCustomerAdvertisement: {
    ...portal,
    id: 'customer_portal:advertisements:update',
    method: 'PATCH',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const {
  getCustomerAdvertisement,
  updateCustomerAdvertisement,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
