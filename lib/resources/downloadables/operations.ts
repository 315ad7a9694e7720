import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/downloadables/contract';

export const endpoints = {
  listDownloadables: {
    id: 'customer_portal:downloadables:list',
    method: 'GET',
    path: '/v1/customer-portal/downloadables/',
    tag: 'customer_portal',
    auth: 'customer',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const { listDownloadables }: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
