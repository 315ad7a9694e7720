import { z } from 'zod';
import { Id, Timestamp, TimestampInput, trimmedText } from '@/lib/contract/fields';
import { PERMISSIONS, Permission } from '@/lib/contract/permissions';
import { secret } from '@/lib/contract/secret';

export const TokenKind = z.enum(['personal', 'organization']).meta({ id: 'TokenKind' });
export type TokenKind = z.infer<typeof TokenKind>;

/** A token without its secret: a personal one has a `user_id`, one of an organization its id. */
export const Token = z
  .object({
    id: Id,
    created_at: Timestamp,
    kind: TokenKind,
    name: z.string(),
    hint: z.string().meta({ description: 'Its first and last characters, to tell it by.' }),
    scopes: z.array(Permission),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().meta({ description: 'Exact to a minute.' }),
    user_id: Id.nullable(),
    organization_id: Id.nullable(),
  })
  .meta({ id: 'Token', resource: 'tokens' });
export type Token = z.infer<typeof Token>;

export const TokenCreated = Token.extend({
  token: secret(z.string()).meta({ description: 'The secret: shown this once.' }),
}).meta({ id: 'TokenCreated', resource: 'tokens' });
export type TokenCreated = z.infer<typeof TokenCreated>;

export const TokenCreate = z
  .object({
    name: trimmedText({ min: 1, max: 200 }),
    scopes: z
      .array(Permission)
      .min(1, { error: 'Choose at least one scope.' })
      .max(PERMISSIONS.length, { error: 'List each scope once.' }),
    expires_at: TimestampInput.nullish(),
    organization_id: Id.nullish().meta({
      description: 'Makes a token of this organization; left out, a personal one.',
    }),
  })
  .meta({ id: 'TokenCreate' });
export type TokenCreate = z.infer<typeof TokenCreate>;

/** Days that reads are counted for. */
export const USAGE_DAYS = 7;

/** How often a token has read (docs/contract/events.md#usage-of-a-token). */
export const TokenUsage = z
  .object({
    items: z.array(
      z.object({
        hour: Timestamp.meta({ description: 'When it began.' }),
        operation: z.string(),
        count: z.int(),
      }),
    ),
  })
  .meta({ id: 'TokenUsage', resource: 'tokens' });
export type TokenUsage = z.infer<typeof TokenUsage>;

/** So many personal tokens a reset of the password offers to keep; the others end. */
export const MAX_KEPT_TOKENS = 100;

export const TOKEN_SORTS = ['created_at', 'name', 'expires_at', 'last_used_at'] as const;
export type TokenSort = (typeof TOKEN_SORTS)[number];
