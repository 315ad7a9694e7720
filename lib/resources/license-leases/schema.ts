import { z } from 'zod';
import { Id, int, MetadataInput, Timestamp } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { Key, valueFields } from '@/lib/resources/license-keys/schema';
import { MAX_TTL_SECONDS } from '@/lib/resources/license-leases/rules';

const options = {
  activation_id: Id.nullish().meta({
    description: 'Needed where the key has an activation limit.',
  }),
  ttl_seconds: int({ min: 60, max: MAX_TTL_SECONDS })
    .default(7 * 24 * 3600)
    .meta({ description: 'How long it lives, at most as long as the key.' }),
  conditions: MetadataInput.default({}).meta({
    description: 'Equal to those of the activation.',
  }),
};

export const LicenseKeyLeaseCreate = z.object(options).meta({ id: 'LicenseKeyLeaseCreate' });
export type LicenseKeyLeaseCreate = z.infer<typeof LicenseKeyLeaseCreate>;

/** The same by who knows the key. */
export const LicenseKeyLeaseByKey = z
  .object({ key: Key, organization_id: Id, ...options })
  .meta({ id: 'LicenseKeyLeaseByKey' });
export type LicenseKeyLeaseByKey = z.infer<typeof LicenseKeyLeaseByKey>;

/** A lease (docs/contract/leases.md). */
export const LicenseKeyLease = z
  .object({
    lease: secret(z.string()).meta({ description: 'A compact JWS, signed by Ed25519.' }),
    expires_at: Timestamp,
    refresh_after: Timestamp.meta({ description: 'When a program asks for the next one.' }),
    ...valueFields,
  })
  .meta({ id: 'LicenseKeyLease', resource: 'license_keys' });
export type LicenseKeyLease = z.infer<typeof LicenseKeyLease>;

export const LeaseKeyRotated = z
  .object({ kid: z.string().meta({ description: 'Of the key that signs from now on.' }) })
  .meta({ id: 'LeaseKeyRotated' });
export type LeaseKeyRotated = z.infer<typeof LeaseKeyRotated>;
