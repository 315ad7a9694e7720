import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/me/contract';

export const endpoints = {
  getMe: {
    tag: 'me',
    auth: 'seller',
    id: 'me:get',
    method: 'GET',
    path: '/v1/me',
    embeds: ['organizations', 'test_clocks', 'payment_connections'],
  },
} as const satisfies Record<string, Endpoint>;

/** For the frame of the dashboard and for signing in: no page need load the schemas of organizations with them. */
export const { getMe }: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
