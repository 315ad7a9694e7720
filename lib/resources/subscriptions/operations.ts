import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';
import type * as contracts from '@/lib/resources/subscriptions/contract';

const { list, get } = plainEndpoints('subscriptions');

export const endpoints = {
  listSubscriptions: list,
  getSubscription: get,
  listCustomerSubscriptions: {
    tag: 'customer_portal',
    method: 'GET',
    auth: 'customer',
    id: 'customer_portal:subscriptions:list',
    path: '/v1/customer-portal/subscriptions/',
  },
} as const satisfies Record<string, Endpoint>;

/** For pages that load no schemas of subscriptions: the hosted ones, and lists with a filter by subscription. */
export const {
  listSubscriptions,
  getSubscription,
  listCustomerSubscriptions,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
