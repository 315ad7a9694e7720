import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import {
  ExternalIdFilter,
  Id,
  IdParams,
  many,
  OrganizationFilter,
  QueryBoolean,
  TimestampInput,
} from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { endpoints } from '@/lib/resources/license-keys/operations';
import {
  Key,
  LICENSE_KEY_SORTS,
  LicenseKey,
  LicenseKeyActivate,
  LicenseKeyActivation,
  LicenseKeyDeactivate,
  LicenseKeyExport,
  LicenseKeyRotate,
  LicenseKeyStatus,
  LicenseKeyTransfer,
  LicenseKeyUpdate,
  LicenseKeyValidate,
  LicenseKeyWithActivations,
  ValidatedLicenseKey,
} from '@/lib/resources/license-keys/schema';

const common = { tag: 'license_keys' } as const;

export const listLicenseKeys = contract({
  ...common,
  id: 'license_keys:list',
  method: 'GET',
  path: '/v1/license-keys',
  summary: 'List license keys',
  description:
    'Oldest first unless sorted. `query` looks into the key (its last characters, as shown in ' +
    "`display_key`, are enough) and the holder's name and email address.",
  permissions: ['license_keys:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    benefit_id: many(Id),
    status: many(LicenseKeyStatus),
    customer_id: many(Id),
    key: many(Key),
    external_id: ExternalIdFilter,
    at_limit: QueryBoolean.optional().meta({
      description: 'All activations or all of the usage that the key allows are used.',
    }),
    expires_after: TimestampInput.optional(),
    expires_before: TimestampInput.optional(),
    sorting: sorting(LICENSE_KEY_SORTS, 'created_at'),
  }),
  response: page(LicenseKey),
});

export const exportLicenseKeys = exportOf(
  listLicenseKeys,
  [
    'id',
    'created_at',
    'modified_at',
    'key',
    'status',
    'customer_id',
    'customer.name',
    'customer.email',
    'benefit_id',
    'activations_count',
    'limit_activations',
    'expire_activations_after_days',
    'usage',
    'limit_usage',
    'validations',
    'last_validated_at',
    'expires_at',
    'transferred_at',
    'external_id',
    'activations',
    'subscription_id',
    'order_id',
  ],
  LicenseKeyExport,
);

export const countLicenseKeys = countsOf(listLicenseKeys, ['status']);

export const getLicenseKey = contract({
  ...common,
  id: 'license_keys:get',
  method: 'GET',
  path: '/v1/license-keys/{id}',
  row: 'license_keys',
  summary: 'Get a license key and its activations',
  permissions: ['license_keys:read'],
  params: IdParams,
  response: LicenseKeyWithActivations,
});

export const updateLicenseKey = contract({
  ...common,
  id: 'license_keys:update',
  method: 'PATCH',
  path: '/v1/license-keys/{id}',
  row: 'license_keys',
  summary: 'Update a license key',
  description:
    'Limits may go below what is used: the activations stay, and new ones or more usage are ' +
    'refused until there is room. A disabled key stays disabled when its subscription ends or ' +
    'comes back.',
  permissions: ['license_keys:write'],
  params: IdParams,
  body: LicenseKeyUpdate,
  response: LicenseKey,
});

export const rotateLicenseKey = contract({
  ...common,
  id: 'license_keys:rotate',
  method: 'POST',
  path: '/v1/license-keys/{id}/rotate',
  row: 'license_keys',
  summary: 'Give a license key a new value',
  description:
    'Activations stay. The value before works until the overlap is over; one of an earlier rotation ends at once.',
  permissions: ['license_keys:write'],
  params: IdParams,
  body: LicenseKeyRotate,
  response: LicenseKey,
});

export const resetLicenseKeyUsage = contract({
  ...common,
  id: 'license_keys:reset_usage',
  method: 'POST',
  path: '/v1/license-keys/{id}/reset-usage',
  row: 'license_keys',
  summary: 'Set the usage of a license key to 0',
  permissions: ['license_keys:write'],
  params: IdParams,
  response: LicenseKey,
});

export const transferLicenseKey = contract({
  ...common,
  id: 'license_keys:transfer',
  method: 'POST',
  path: '/v1/license-keys/{id}/transfer',
  row: 'license_keys',
  summary: 'Give a license key to another customer',
  description:
    'It gets a new value, which works at once, and loses its activations: the customer before knows the old value. Both ' +
    'get an email. It goes on ending with what it was bought with.',
  permissions: ['license_keys:write'],
  params: IdParams,
  body: LicenseKeyTransfer,
  response: LicenseKey,
  changes: ['customers', 'benefits'],
});

export const getLicenseKeyActivation = contract({
  ...common,
  id: 'license_keys:get_activation',
  method: 'GET',
  path: '/v1/license-keys/{id}/activations/{activation_id}',
  row: 'license_activations',
  summary: 'Get an activation of a license key',
  permissions: ['license_keys:read'],
  params: z.object({ id: Id, activation_id: Id }),
  response: LicenseKeyActivation,
});

export const listCustomerLicenseKeys = contract({
  ...endpoints.listCustomerLicenseKeys,
  summary: 'List the license keys of the customer',
  description:
    'Oldest first unless sorted. A session that is bound to a checkout sees the keys of that ' +
    'checkout alone.',
  query: listQuery({
    organization_id: OrganizationFilter,
    benefit_id: many(Id),
    is_transferred: QueryBoolean.optional().meta({
      description: 'Another customer has bought it.',
    }),
    sorting: sorting(LICENSE_KEY_SORTS, 'created_at'),
  }),
  response: page(LicenseKey),
});

export const getCustomerLicenseKey = contract({
  ...endpoints.getCustomerLicenseKey,
  row: 'license_keys',
  summary: 'Get a license key of the customer and its activations',
  params: IdParams,
  response: LicenseKeyWithActivations,
});

const refusals =
  'A refusal carries a machine-readable `code`. Unknown keys are limited per address, 6 a minute ' +
  'and 20 an hour (a hundred times that in sandbox); successes never are.';

export const validateLicenseKey = contract({
  ...endpoints.validateLicenseKey,
  summary: 'Validate a license key',
  description:
    'Needs no token. Counts the validation and adds `increment_usage`. 404 with NOT_FOUND, ' +
    'REVOKED, DISABLED, EXPIRED, ACTIVATION_NOT_FOUND, CONDITIONS_MISMATCH, BENEFIT_MISMATCH or ' +
    `CUSTOMER_MISMATCH; 400 with USAGE_EXCEEDED. ${refusals}`,
  body: LicenseKeyValidate,
  response: ValidatedLicenseKey,
  errors: ['ResourceNotFound', 'BadRequest', 'TooManyRequests'],
});

export const activateLicenseKey = contract({
  ...endpoints.activateLicenseKey,
  summary: 'Activate a license key',
  description:
    'Needs no token. 403 with REVOKED, DISABLED, EXPIRED, ACTIVATION_NOT_SUPPORTED (the key has ' +
    `no activation limit) or ACTIVATION_LIMIT_REACHED; 404 with NOT_FOUND. ${refusals}`,
  body: LicenseKeyActivate,
  response: LicenseKeyActivation,
  errors: ['ResourceNotFound', 'NotPermitted', 'TooManyRequests'],
});

export const deactivateLicenseKey = contract({
  ...endpoints.deactivateLicenseKey,
  summary: 'Remove an activation of a license key',
  description:
    'Needs no token; works on every key, whatever its state. 404 with NOT_FOUND or ' +
    `ACTIVATION_NOT_FOUND. ${refusals}`,
  body: LicenseKeyDeactivate,
  errors: ['ResourceNotFound', 'TooManyRequests'],
});

export const rotateCustomerLicenseKey = contract({
  ...endpoints.rotateCustomerLicenseKey,
  row: 'license_keys',
  summary: 'Give a license key of the customer a new value',
  description:
    'As the seller rotates, where `enable_customer_rotation` of the benefit is true; else 403, as for a key that is ' +
    'revoked, disabled or expired, which has a machine-readable `code`, and for a session that is bound to a checkout.',
  params: IdParams,
  body: LicenseKeyRotate,
  response: LicenseKey,
  errors: ['NotPermitted'],
});
