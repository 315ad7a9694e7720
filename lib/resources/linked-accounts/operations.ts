import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/linked-accounts/contract';

const common = { tag: 'customer_portal', auth: 'customer' } as const;
const path = '/v1/customer-portal/oauth-accounts';

export const endpoints = {
  listLinkedAccounts: {
    ...common,
    id: 'customer_portal:oauth-accounts:list',
    method: 'GET',
    path,
  },
  createLinkedAccount: {
    ...common,
    id: 'customer_portal:oauth-accounts:create',
    method: 'POST',
    path,
  },
  completeLinkedAccount: {
    ...common,
    id: 'customer_portal:oauth-accounts:complete',
    method: 'POST',
    path: `${path}/complete`,
  },
  deleteLinkedAccount: {
    ...common,
    id: 'customer_portal:oauth-accounts:delete',
    method: 'DELETE',
    path: `${path}/{id}`,
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const {
  listLinkedAccounts,
  createLinkedAccount,
  completeLinkedAccount,
  deleteLinkedAccount,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
