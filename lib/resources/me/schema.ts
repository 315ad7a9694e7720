import { z } from 'zod';
import { Id } from '@/lib/contract/fields';
import { ScopeName } from '@/lib/contract/scopes';
import { Organization, Role } from '@/lib/resources/organizations/schema';

/** A seller, as he sees himself. */
export const Seller = z
  .object({ id: Id, email: z.string(), name: z.string(), avatar_url: z.string() })
  .meta({ id: 'Seller', resource: 'me' });
export type Seller = z.infer<typeof Seller>;

/** Who is calling, and what he may do where. */
export const Me = z
  .object({
    type: z.enum(['user', 'organization']),
    user: Seller.nullable().meta({ description: 'Null for a token of an organization.' }),
    scopes: z.array(ScopeName).meta({ description: 'All of them for a session.' }),
    organizations: z
      .array(
        Organization.extend({ role: Role }).meta({
          id: 'OrganizationOfCaller',
          resource: 'organizations',
        }),
      )
      .meta({ description: 'Oldest first. What the caller may do there is scopes ∩ role.' }),
  })
  .meta({ id: 'Me', resource: 'me' });
export type Me = z.infer<typeof Me>;
