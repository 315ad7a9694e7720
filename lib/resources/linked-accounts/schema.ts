import { z } from 'zod';
import { Id, Timestamp, text, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';

export const Platform = z.enum(['github', 'discord']).meta({ id: 'Platform' });
export type Platform = z.infer<typeof Platform>;

/** What people call the platforms. */
export const PLATFORM_NAMES: Record<Platform, string> = { github: 'GitHub', discord: 'Discord' };

/** The account of a customer on a platform (docs/contract/connections.md#buyers-accounts). */
export const LinkedAccount = z
  .object({
    id: Id,
    platform: Platform,
    account_username: z.string(),
    is_proven: z.boolean().meta({
      description: 'The customer has signed in with it, or accepted an invitation to it.',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'CustomerOAuthAccount', resource: 'customer_portal' });
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** Where the customer signs in. */
export const AuthorizeUrl = z
  .object({ authorize_url: z.string() })
  .meta({ id: 'CustomerOAuthAccountAuthorization' });

export const LinkedAccountCreate = z
  .object({
    platform: Platform,
    benefit_id: Id,
    username: trimmedText({ min: 1, max: 39 })
      .regex(/^@?[A-Za-z0-9-]+$/, { error: 'Enter a GitHub user name.' })
      .transform((name) => name.replace(/^@/, ''))
      .optional()
      .meta({ description: 'Of GitHub, where the seller has no app to sign in with.' }),
  })
  .meta({ id: 'CustomerOAuthAccountCreate' });
export type LinkedAccountCreate = z.infer<typeof LinkedAccountCreate>;

/** What the platform sends the customer back with. */
export const LinkedAccountComplete = z
  .object({
    state: secret(text({ min: 1, max: 2000 })),
    code: secret(text({ min: 1, max: 1000 })),
  })
  .meta({ id: 'CustomerOAuthAccountComplete' });
export type LinkedAccountComplete = z.infer<typeof LinkedAccountComplete>;
