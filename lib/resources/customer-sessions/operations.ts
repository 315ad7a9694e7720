import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/customer-sessions/contract';

const signIn = { tag: 'customer_portal', method: 'POST', auth: 'public' } as const;

export const endpoints = {
  createCustomerSession: {
    tag: 'customer_sessions',
    id: 'customer-sessions:create',
    method: 'POST',
    path: '/v1/customer-sessions/',
    auth: 'seller',
    permissions: ['customer_sessions:write'],
  },
  requestPortalAccess: {
    ...signIn,
    id: 'customer_portal:sessions:request',
    path: '/v1/customer-portal/sessions/request',
  },
  redeemPortalAccess: {
    ...signIn,
    id: 'customer_portal:sessions:redeem',
    path: '/v1/customer-portal/sessions/redeem',
  },
  endPortalSession: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:sessions:delete',
    method: 'DELETE',
    path: '/v1/customer-portal/sessions/current',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const {
  createCustomerSession,
  requestPortalAccess,
  redeemPortalAccess,
  endPortalSession,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
