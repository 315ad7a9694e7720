import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/checkouts/contract';

const hosted = {
  path: '/v1/checkouts/custom/client/{client_secret}',
  tag: 'checkouts',
  auth: 'client_secret',
} as const;

export const endpoints = {
  listCheckouts: {
    tag: 'checkouts',
    auth: 'seller',
    id: 'checkouts:custom:list',
    method: 'GET',
    path: '/v1/checkouts/custom/',
    permissions: ['checkouts:read'],
    embeds: ['products', 'benefits', 'files', 'discounts', 'custom_fields'],
  },
  getCheckout: {
    tag: 'checkouts',
    auth: 'seller',
    id: 'checkouts:custom:get',
    method: 'GET',
    path: '/v1/checkouts/custom/{id}',
  },
  getCheckoutByClient: { ...hosted, id: 'checkouts:custom:client_get', method: 'GET' },
  updateCheckoutByClient: { ...hosted, id: 'checkouts:custom:client_update', method: 'PATCH' },
  confirmCheckout: {
    ...hosted,
    id: 'checkouts:custom:client_confirm',
    method: 'POST',
    path: `${hosted.path}/confirm`,
  },
  authenticateInSandbox: {
    ...hosted,
    id: 'checkouts:custom:client_sandbox_authenticate',
    method: 'POST',
    path: `${hosted.path}/sandbox-authenticate`,
  },
} as const satisfies Record<string, Endpoint>;

/** For pages that load no schemas of checkouts: the hosted ones, and those that name or count checkouts. */
export const {
  listCheckouts,
  getCheckout,
  getCheckoutByClient,
  updateCheckoutByClient,
  confirmCheckout,
  authenticateInSandbox,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
