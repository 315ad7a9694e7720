import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/subscriptions/contract';

export const endpoints = {
  listCustomerSubscriptions: {
    tag: 'customer_portal',
    method: 'GET',
    auth: 'customer',
    id: 'customer_portal:subscriptions:list',
    path: '/v1/customer-portal/subscriptions/',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const { listCustomerSubscriptions }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
