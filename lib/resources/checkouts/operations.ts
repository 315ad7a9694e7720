import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/checkouts/contract';

const hosted = {
  path: '/v1/checkouts/custom/client/{client_secret}',
  tag: 'checkouts',
  auth: 'client_secret',
} as const;

export const endpoints = {
  getCheckoutByClient: { ...hosted, id: 'checkouts:custom:client_get', method: 'GET' },
  updateCheckoutByClient: { ...hosted, id: 'checkouts:custom:client_update', method: 'PATCH' },
  confirmCheckout: {
    ...hosted,
    id: 'checkouts:custom:client_confirm',
    method: 'POST',
    path: `${hosted.path}/confirm`,
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const {
  getCheckoutByClient,
  updateCheckoutByClient,
  confirmCheckout,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
