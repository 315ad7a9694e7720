import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/checkouts/contract';

const selling = {
  tag: 'checkouts',
  auth: 'seller',
  method: 'GET',
  permissions: ['checkouts:read'],
  embeds: ['products', 'benefits', 'files', 'discounts', 'custom_fields'],
} as const;

const hosted = {
  path: '/v1/checkouts/custom/client/{client_secret}',
  tag: 'checkouts',
  auth: 'client_secret',
} as const;

export const endpoints = {
  listCheckouts: { ...selling, id: 'checkouts:custom:list', path: '/v1/checkouts/custom/' },
  getCheckout: { ...selling, id: 'checkouts:custom:get', path: '/v1/checkouts/custom/{id}' },
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
