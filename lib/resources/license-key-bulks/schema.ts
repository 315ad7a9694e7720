import { z } from 'zod';
import {
  Id,
  int,
  OrganizationIdInput,
  SearchText,
  TimestampInput,
  text,
} from '@/lib/contract/fields';
import { Expiration } from '@/lib/resources/benefits/types/license-keys';
import { Key, LicenseKeyStatus, LicenseKeyUpdate } from '@/lib/resources/license-keys/schema';

const BulkAction = z.enum(['disable', 'enable', 'extend', 'limits']).meta({
  id: 'LicenseKeyBulkAction',
});

/** A value, or several of which each matches. */
const some = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).max(100)]).optional();

/** The filters of the list of license keys. One that is unknown is refused: ignored, it would widen the change to all keys. */
const Filter = z
  .strictObject(
    {
      id: some(Id),
      benefit_id: some(Id),
      customer_id: some(Id),
      status: some(LicenseKeyStatus),
      key: some(Key),
      external_id: some(text({ min: 1, max: 500 })),
      query: SearchText,
      at_limit: z.boolean().optional(),
      created_after: TimestampInput.optional(),
      created_before: TimestampInput.optional(),
      expires_after: TimestampInput.optional(),
      expires_before: TimestampInput.optional(),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `There is no filter ${issue.keys.join(', ')}.`
          : undefined,
    },
  )
  .meta({ id: 'LicenseKeyBulkFilter' });

export const LicenseKeyBulkCreate = z
  .object({
    organization_id: OrganizationIdInput,
    filter: Filter.meta({ description: 'Which keys: all of the organization without any.' }),
    action: BulkAction,
    extend_by: Expiration.nullish().meta({
      description: 'Needed to extend: after the expiry, or after now where that has passed.',
    }),
    limit_activations: LicenseKeyUpdate.shape.limit_activations,
    limit_usage: LicenseKeyUpdate.shape.limit_usage,
  })
  .meta({ id: 'LicenseKeyBulkCreate' });
export type LicenseKeyBulkCreate = z.infer<typeof LicenseKeyBulkCreate>;

/** A change of many license keys (docs/contract/license-keys.md#changes-of-many-keys). */
export const LicenseKeyBulk = z
  .object({
    id: Id,
    organization_id: Id,
    action: BulkAction,
    status: z.enum(['running', 'done', 'failed']).meta({ id: 'LicenseKeyBulkStatus' }),
    total: int().meta({ description: 'How many keys matched.' }),
    done: int(),
    changed: int().meta({ description: 'Of those that are done: how many are others now.' }),
  })
  .meta({ id: 'LicenseKeyBulk', resource: 'license_keys' });
export type LicenseKeyBulk = z.infer<typeof LicenseKeyBulk>;
