import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/license-leases/contract';

export const endpoints = {
  leaseLicenseKey: {
    tag: 'customer_portal',
    auth: 'public',
    id: 'customer_portal:license_keys:lease',
    method: 'POST',
    path: '/v1/customer-portal/license-keys/lease',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const { leaseLicenseKey }: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
