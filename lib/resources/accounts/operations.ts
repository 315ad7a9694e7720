import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/accounts/contract';

export const endpoints = {
  signOut: {
    tag: 'accounts',
    auth: 'public',
    id: 'accounts:sign_out',
    method: 'POST',
    path: '/api/auth/sign-out',
  },
} as const satisfies Record<string, Endpoint>;

/** For every page of the dashboard, of which few load schemas and zod. */
export const { signOut }: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
