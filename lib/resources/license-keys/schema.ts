import { z } from 'zod';
import {
  ExternalId,
  Id,
  int,
  Metadata,
  MetadataInput,
  notCleared,
  Timestamp,
  TimestampInput,
  trimmedText,
} from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { Customer, User } from '@/lib/resources/customers/schema';

export const LicenseKeyStatus = z
  .enum(['granted', 'revoked', 'disabled'])
  .meta({ id: 'LicenseKeyStatus' });
export type LicenseKeyStatus = z.infer<typeof LicenseKeyStatus>;

/** A license key (docs/contract/license-keys.md#fields). `user` is the customer that holds it. */
export const LicenseKey = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    organization_id: Id,
    user_id: Id,
    customer_id: Id,
    user: User,
    customer: Customer,
    benefit_id: Id,
    external_id: ExternalId,
    key: secret(z.string()),
    display_key: z.string(),
    status: LicenseKeyStatus,
    limit_activations: z.int().nullable(),
    expire_activations_after_days: z.int().nullable().meta({
      description: 'After so many days without a use an activation ends.',
    }),
    activations_count: z.int(),
    usage: z.int(),
    limit_usage: z.int().nullable(),
    validations: z.int(),
    last_validated_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable(),
    transferred_at: Timestamp.nullable().meta({
      description: 'When it was last given to another customer; null for who has bought it.',
    }),
  })
  .meta({ id: 'LicenseKeyRead', resource: 'license_keys' });
export type LicenseKey = z.infer<typeof LicenseKey>;

/**
 * A row of the export, with what an import of it needs beside what the list prints (docs/contract/license-keys.md#export):
 * its devices, oldest first, and what it came with.
 */
export const LicenseKeyExport = LicenseKey.extend({
  activations: z.array(z.object({ label: z.string(), conditions: Metadata, meta: Metadata })),
  subscription_id: Id.nullable(),
  order_id: Id.nullable(),
}).meta({ id: 'LicenseKeyExport', resource: 'license_keys' });
export type LicenseKeyExport = z.infer<typeof LicenseKeyExport>;

/** An activation without its key. */
export const LicenseKeyActivationBase = z
  .object({
    id: Id,
    license_key_id: Id,
    label: z.string(),
    meta: Metadata,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().meta({
      description:
        'The last validation or lease, or its making; noted where the key ends activations.',
    }),
    expires_at: Timestamp.nullable().meta({ description: 'When it ends without a further use.' }),
  })
  .meta({ id: 'LicenseKeyActivationBase', resource: 'license_keys' });
export type LicenseKeyActivationBase = z.infer<typeof LicenseKeyActivationBase>;

/** What an answer to a value of a key says about that value (docs/contract/license-keys.md#rotation). */
export const valueFields = {
  rotated: z.boolean().meta({ description: 'The key has another value by now.' }),
  valid_until: Timestamp.nullable().meta({
    description: 'When this value ends, where the key has another one.',
  }),
};

/** An activation (docs/contract/license-keys.md#activation-fields). */
export const LicenseKeyActivation = LicenseKeyActivationBase.extend({
  license_key: LicenseKey,
  ...valueFields,
}).meta({ id: 'LicenseKeyActivationRead', resource: 'license_keys' });
export type LicenseKeyActivation = z.infer<typeof LicenseKeyActivation>;

/** A key with its activations, oldest first. */
export const LicenseKeyWithActivations = LicenseKey.extend({
  activations: z.array(LicenseKeyActivationBase),
  former_value: z
    .object({ display_key: z.string(), valid_until: Timestamp })
    .nullable()
    .meta({ description: 'The value before the last rotation, while it still works.' }),
}).meta({ id: 'LicenseKeyWithActivations', resource: 'license_keys' });
export type LicenseKeyWithActivations = z.infer<typeof LicenseKeyWithActivations>;

/** A valid key; `activation` is the one that the request names. */
export const ValidatedLicenseKey = LicenseKey.extend({
  activation: LicenseKeyActivationBase.nullable(),
  ...valueFields,
}).meta({ id: 'ValidatedLicenseKey', resource: 'license_keys' });
export type ValidatedLicenseKey = z.infer<typeof ValidatedLicenseKey>;

export const LicenseKeyUpdate = z
  .object({
    status: notCleared(LicenseKeyStatus),
    usage: notCleared(int()).meta({ description: 'Sets the counter; unchanged when left out.' }),
    limit_activations: int({ min: 1, max: 1000 })
      .nullish()
      .meta({ description: 'Null: the key cannot be activated.' }),
    limit_usage: int({ min: 1 }).nullish().meta({ description: 'Null: without limit.' }),
    expires_at: TimestampInput.nullish().meta({ description: 'Null: never.' }),
  })
  .meta({ id: 'LicenseKeyUpdate' });
export type LicenseKeyUpdate = z.infer<typeof LicenseKeyUpdate>;

export const LicenseKeyRotate = z
  .object({
    overlap_hours: int({ max: 720 }).default(72).meta({
      description: 'How long the value that is replaced goes on working. 0: it ends at once.',
    }),
  })
  .meta({ id: 'LicenseKeyRotate' });
export type LicenseKeyRotate = z.infer<typeof LicenseKeyRotate>;

export const LicenseKeyTransfer = z
  .object({ customer_id: Id.meta({ description: 'Who gets the key.' }) })
  .meta({ id: 'LicenseKeyTransfer' });
export type LicenseKeyTransfer = z.infer<typeof LicenseKeyTransfer>;

/** A key in a request (docs/contract/license-keys.md#key-format). */
export const Key = secret(trimmedText({ min: 1, max: 1000 }));
const named = { key: Key, organization_id: Id };

export const LicenseKeyActivate = z
  .object({
    ...named,
    label: trimmedText({ min: 1, max: 200 }),
    conditions: MetadataInput.default({}).meta({
      description: 'What every validation of this activation has to repeat.',
    }),
    meta: MetadataInput.default({}),
  })
  .meta({ id: 'LicenseKeyActivate' });
export type LicenseKeyActivate = z.infer<typeof LicenseKeyActivate>;

export const LicenseKeyValidate = z
  .object({
    ...named,
    activation_id: Id.nullish(),
    benefit_id: Id.nullish(),
    customer_id: Id.nullish(),
    increment_usage: int().nullish(),
    conditions: MetadataInput.default({}).meta({
      description: 'Equal to those of the activation; without an activation they mean nothing.',
    }),
  })
  .meta({ id: 'LicenseKeyValidate' });
export type LicenseKeyValidate = z.infer<typeof LicenseKeyValidate>;

export const LicenseKeyDeactivate = z
  .object({ ...named, activation_id: Id })
  .meta({ id: 'LicenseKeyDeactivate' });
export type LicenseKeyDeactivate = z.infer<typeof LicenseKeyDeactivate>;

export const LICENSE_KEY_SORTS = ['created_at', 'status'] as const;
export type LicenseKeySort = (typeof LICENSE_KEY_SORTS)[number];
