import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/benefit-grants/contract';

export const endpoints = {
  listCustomerBenefitGrants: {
    id: 'customer_portal:benefit-grants:list',
    method: 'GET',
    path: '/v1/customer-portal/benefit-grants/',
    tag: 'customer_portal',
    auth: 'customer',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const { listCustomerBenefitGrants }: OperationsOf<typeof endpoints, typeof contracts> =
  endpoints;
