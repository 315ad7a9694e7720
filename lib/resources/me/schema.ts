import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { Permission } from '@/lib/contract/permissions';
import { Organization, Role } from '@/lib/resources/organizations/schema';

/** The calling seller. */
export const Seller = z
  .object({ id: Id, email: z.string(), name: z.string(), avatar_url: z.string() })
  .meta({ id: 'Seller', resource: 'me' });
export type Seller = z.infer<typeof Seller>;

/** The test clock of an organization in which time stands still. */
const FrozenClock = z
  .object({ now: Timestamp, is_advancing: z.boolean() })
  .meta({ id: 'FrozenClock', resource: 'test_clocks' });

/** What every page says of the account through which an organization is paid. */
const ActiveConnection = z
  .object({
    mode: z.enum(['test', 'live']),
    status: z.enum(['ok', 'failing', 'closed']),
    problem: z.string().nullable(),
  })
  .meta({ id: 'ActivePaymentConnection', resource: 'payment_connections' });

/** The caller, with scopes and roles. */
export const Me = z
  .object({
    type: z.enum(['user', 'organization']),
    user: Seller.nullable().meta({ description: 'Null for a token of an organization.' }),
    scopes: z.array(Permission).meta({ description: 'All of them for a session.' }),
    organizations: z
      .array(
        Organization.extend({
          role: Role,
          test_clock: FrozenClock.nullable(),
          payment_connection: ActiveConnection.nullable().meta({
            description:
              'Through which it is paid, or, where a live one was disconnected, was; null: a sandbox, or not yet.',
          }),
          two_factor_required: z.boolean().meta({
            description:
              'It requires a second factor that the caller has not set up: all else of it is 403.',
          }),
        }).meta({
          id: 'OrganizationOfCaller',
          resource: 'organizations',
        }),
      )
      .meta({ description: 'Oldest first. What the caller may do there is scopes ∩ role.' }),
  })
  .meta({ id: 'Me', resource: 'me' });
export type Me = z.infer<typeof Me>;
