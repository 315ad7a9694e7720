import { contract } from '@/lib/contract/contract';
import { IdParams } from '@/lib/contract/fields';
import { endpoints } from '@/lib/resources/license-leases/operations';
import {
  LeaseKeyRotated,
  LicenseKeyLease,
  LicenseKeyLeaseByKey,
  LicenseKeyLeaseCreate,
} from '@/lib/resources/license-leases/schema';

const REFUSALS =
  'Refused as a validation is, with the same codes; 429 after 60 leases of a key within an hour.';

export const leaseLicenseKey = contract({
  ...endpoints.leaseLicenseKey,
  summary: 'Make a lease of a license key',
  description: `Needs no token. A signed token by which a program checks the key without a connection. ${REFUSALS}`,
  body: LicenseKeyLeaseByKey,
  response: LicenseKeyLease,
  errors: ['ResourceNotFound', 'TooManyRequests'],
});

export const createLicenseKeyLease = contract({
  tag: 'license_keys',
  id: 'license_keys:lease',
  method: 'POST',
  path: '/v1/license-keys/{id}/lease',
  summary: 'Make a lease of a license key',
  description: `A signed token by which a program checks the key without a connection. ${REFUSALS}`,
  permissions: ['license_keys:write'],
  params: IdParams,
  body: LicenseKeyLeaseCreate,
  response: LicenseKeyLease,
});

export const rotateLeaseKey = contract({
  tag: 'organizations',
  id: 'organizations:rotate_lease_key',
  method: 'POST',
  path: '/v1/organizations/{id}/lease-keys/rotate',
  summary: 'Have another key sign the leases of license keys',
  description:
    'It signs at once. The public key before stays published for as long as a lease by it may live.',
  permissions: ['admin'],
  params: IdParams,
  response: LeaseKeyRotated,
});
