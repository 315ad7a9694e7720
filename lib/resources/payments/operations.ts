import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/payments/contract';

export const endpoints = {
  listCustomerPayments: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:payments:list',
    method: 'GET',
    path: '/v1/customer-portal/payments/',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const { listCustomerPayments }: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
