import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/license-keys/contract';

const open = { tag: 'customer_portal', method: 'POST', auth: 'public' } as const;

export const endpoints = {
  listCustomerLicenseKeys: {
    id: 'customer_portal:license_keys:list',
    method: 'GET',
    path: '/v1/customer-portal/license-keys/',
    tag: 'customer_portal',
    auth: 'customer',
  },
  getCustomerLicenseKey: {
    id: 'customer_portal:license_keys:get',
    method: 'GET',
    path: '/v1/customer-portal/license-keys/{id}',
    tag: 'customer_portal',
    auth: 'customer',
  },
  rotateCustomerLicenseKey: {
    id: 'customer_portal:license_keys:rotate',
    method: 'POST',
    path: '/v1/customer-portal/license-keys/{id}/rotate',
    tag: 'customer_portal',
    auth: 'customer',
  },
  validateLicenseKey: {
    ...open,
    id: 'customer_portal:license_keys:validate',
    path: '/v1/customer-portal/license-keys/validate',
  },
  activateLicenseKey: {
    ...open,
    id: 'customer_portal:license_keys:activate',
    path: '/v1/customer-portal/license-keys/activate',
  },
  deactivateLicenseKey: {
    tag: 'customer_portal',
    auth: 'public',
    id: 'customer_portal:license_keys:deactivate',
    method: 'POST',
    path: '/v1/customer-portal/license-keys/deactivate',
  },
} as const satisfies Record<string, Endpoint>;

/** For the hosted pages, which load neither schemas nor zod. */
export const {
  listCustomerLicenseKeys,
  getCustomerLicenseKey,
  rotateCustomerLicenseKey,
  validateLicenseKey,
  activateLicenseKey,
  deactivateLicenseKey,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
