import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { SECOND_FACTORS } from '@/lib/contract/second-factors';
import { Seller } from '@/lib/resources/me/schema';

/** Who signed up or in. */
export const Entered = z.object({
  user: Seller.omit({ avatar_url: true }).nullable().meta({
    description:
      'Null where the address is to be confirmed first, by a link in a mail, or a second factor is to be shown.',
  }),
  second_factors: z.array(z.enum(SECOND_FACTORS)).optional().meta({
    description: 'What the sign-in may be completed with; absent where nothing is missing.',
  }),
});

/** A browser in which the caller is signed in. */
export const Session = z
  .object({
    id: Id,
    created_at: Timestamp,
    last_used_at: Timestamp.meta({ description: 'Exact to an hour.' }),
    expires_at: Timestamp,
    ip_address: z.string().nullable(),
    browser: z.string().nullable(),
    os: z.string().nullable(),
    is_current: z.boolean().meta({ description: 'It is the session of this call.' }),
  })
  .meta({ id: 'Session', resource: 'accounts' });
export type Session = z.infer<typeof Session>;

/** What the account page shows beside the caller. */
export const Account = z
  .object({
    has_password: z.boolean(),
    second_factors: z.array(z.enum(SECOND_FACTORS)).meta({ description: 'Empty: none is set up.' }),
    recovery_codes_left: z.int().meta({ description: 'Recovery codes that are not used yet.' }),
    has_mail_server: z.boolean().meta({ description: 'A mail server is set up.' }),
  })
  .meta({ id: 'Account', resource: 'accounts' });
export type Account = z.infer<typeof Account>;
