import { z } from 'zod';
import { Id, Timestamp, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';

/** The most keys that one request adds without a file. */
export const MAX_KEYS = 10_000;
/** The most characters of a key. */
export const MAX_LENGTH = 1000;
/** The most rows of a file of keys. */
export const MAX_ROWS = 100_000;

export const PoolKeyStatus = z.enum(['free', 'granted']).meta({ id: 'PoolKeyStatus' });
export type PoolKeyStatus = z.infer<typeof PoolKeyStatus>;

/** A key of a benefit's pool (docs/contract/license-keys.md#own-keys). */
export const PoolKey = z
  .object({
    id: Id,
    created_at: Timestamp,
    key: z.string().meta({ description: 'Masked: its last characters.' }),
    status: PoolKeyStatus,
    license_key_id: Id.nullable().meta({
      description: 'The license key that has, or has had, this value.',
    }),
  })
  .meta({ id: 'PoolKey', resource: 'benefits' });
export type PoolKey = z.infer<typeof PoolKey>;

export const PoolKeysAdd = z
  .object({
    keys: z
      .array(secret(trimmedText({ max: MAX_LENGTH })))
      .min(1, { error: 'Enter at least one key.' })
      .max(MAX_KEYS, { error: 'Enter at most 10,000 keys, or upload a file.' })
      .nullish()
      .meta({ description: 'In the order in which they are to be handed out.' }),
    file_id: Id.nullish().meta({
      description:
        'In place of keys: an uploaded file of the service `import`, CSV with a column `key`.',
    }),
  })
  .meta({ id: 'PoolKeysAdd' });
export type PoolKeysAdd = z.infer<typeof PoolKeysAdd>;

const counts = {
  added: z.int(),
  repeated: z.int().meta({ description: 'The organization has them already.' }),
  rejected: z.int().meta({ description: 'Empty, too long, or no readable text.' }),
  weak: z.int().meta({
    description:
      'Of those that were added: so many are easily guessed, and unknown to the calls that take a bare key.',
  }),
};

export const PoolKeysAdded = z.object(counts).meta({ id: 'PoolKeysAdded' });
export type PoolKeysAdded = z.infer<typeof PoolKeysAdded>;

/** A file of keys on its way into a pool. */
export const PoolKeyUpload = z
  .object({
    id: Id,
    status: z.enum(['running', 'done', 'failed']).meta({ id: 'PoolKeyUploadStatus' }),
    total: z.int().meta({ description: 'Rows of the file; 0 until they were counted.' }),
    done: z.int(),
    ...counts,
    error: z.string().nullable().meta({ description: 'Why it has failed.' }),
  })
  .meta({ id: 'PoolKeyUpload', resource: 'benefits' });
export type PoolKeyUpload = z.infer<typeof PoolKeyUpload>;

export const POOL_KEY_SORTS = ['created_at', 'status'] as const;
export type PoolKeySort = (typeof POOL_KEY_SORTS)[number];
