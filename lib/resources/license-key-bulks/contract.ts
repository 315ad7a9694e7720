import { contract } from '@/lib/contract/contract';
import { IdParams } from '@/lib/contract/fields';
import { LicenseKeyBulk, LicenseKeyBulkCreate } from '@/lib/resources/license-key-bulks/schema';

const common = { tag: 'license_keys' } as const;

export const createLicenseKeyBulk = contract({
  ...common,
  id: 'license_keys:bulk',
  method: 'POST',
  path: '/v1/license-keys/bulk',
  summary: 'Change many license keys',
  description:
    'Those that match the filters of the list, at most 10,000, are changed in the background. Keys that the action ' +
    'does not concern stay as they are: disabling is of granted keys, enabling of disabled ones, extending of those ' +
    'that expire.',
  permissions: ['license_keys:write'],
  status: 202,
  body: LicenseKeyBulkCreate,
  response: LicenseKeyBulk,
});

export const getLicenseKeyBulk = contract({
  ...common,
  id: 'license_keys:get_bulk',
  method: 'GET',
  path: '/v1/license-keys/bulk/{id}',
  row: 'license_key_bulks',
  summary: 'Get how far a change of many license keys has come',
  permissions: ['license_keys:read'],
  params: IdParams,
  response: LicenseKeyBulk,
});
