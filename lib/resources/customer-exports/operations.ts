import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/customer-exports/contract';

export const endpoints = {
  exportPortalCustomer: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:customers:export',
    method: 'GET',
    path: '/v1/customer-portal/customers/{id}/export',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const { exportPortalCustomer }: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
