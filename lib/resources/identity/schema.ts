import { z } from 'zod';
import { Id, Timestamp, text } from '@/lib/contract/fields';
import { ScopeName } from '@/lib/contract/scopes';
import { Organization, Role } from '@/lib/resources/organizations/schema';

/** Of a new password, in code points. */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;

/** Any characters; leading and trailing blanks count. */
export const NewPassword = text({ max: PASSWORD_LENGTH.max }).refine(
  (value) => [...value].length >= PASSWORD_LENGTH.min,
  {
    error: `Enter at least ${PASSWORD_LENGTH.min} characters.`,
    params: { type: 'string_too_short' },
  },
);

/** The calling seller. */
export const Seller = z
  .object({ id: Id, email: z.string(), name: z.string(), avatar_url: z.string() })
  .meta({ id: 'Seller', resource: 'me' });
export type Seller = z.infer<typeof Seller>;

/** Who is signed in now. */
export const SignedIn = z.object({ user: Seller.omit({ avatar_url: true }) });

/** Who signed up or in. */
export const Entered = z.object({
  user: SignedIn.shape.user.nullable().meta({
    description: 'Null where the address is to be confirmed first, by a link in a mail.',
  }),
});

/** The test clock of an organization in which time stands still. */
const FrozenClock = z
  .object({ now: Timestamp, is_advancing: z.boolean() })
  .meta({ id: 'FrozenClock', resource: 'test_clocks' });

/** The caller, with scopes and roles. */
export const Me = z
  .object({
    type: z.enum(['user', 'organization']),
    user: Seller.nullable().meta({ description: 'Null for a token of an organization.' }),
    scopes: z.array(ScopeName).meta({ description: 'All of them for a session.' }),
    organizations: z
      .array(
        Organization.extend({ role: Role, test_clock: FrozenClock.nullable() }).meta({
          id: 'OrganizationOfCaller',
          resource: 'organizations',
        }),
      )
      .meta({ description: 'Oldest first. What the caller may do there is scopes ∩ role.' }),
  })
  .meta({ id: 'Me', resource: 'me' });
export type Me = z.infer<typeof Me>;

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
    has_mail_server: z.boolean().meta({ description: 'A mail server is set up.' }),
  })
  .meta({ id: 'Account', resource: 'accounts' });
export type Account = z.infer<typeof Account>;
