import { z } from 'zod';
import { Id, OrganizationIdInput, Timestamp, text, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';

export const ExternalPlatform = z.enum(['github']).meta({ id: 'Platforms' });

/** Whether a platform still takes the credentials of a connection (docs/contract/connections.md#credentials). */
export const ConnectionStatus = z.enum(['connected', 'broken']).meta({ id: 'ConnectionStatus' });
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

/** What every connection prints beside its account. */
export const connectionFields = {
  status: ConnectionStatus,
  problem: z.string().nullable().meta({ description: 'Why it is broken, and what to do.' }),
  synced_at: Timestamp.nullable().meta({ description: 'When it was last read.' }),
};

/** An account of the seller with GitHub (docs/contract/connections.md#github). */
export const ExternalOrganization = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    platform: z.literal('github'),
    name: z.string(),
    avatar_url: z.string(),
    is_personal: z.boolean(),
    bio: z.string().nullable(),
    pretty_name: z.string().nullable(),
    company: z.string().nullable(),
    blog: z.string().nullable(),
    location: z.string().nullable(),
    email: z.string().nullable(),
    twitter_username: z.string().nullable(),
    organization_id: Id.nullable(),
    client_id: z.string().nullable().meta({
      description: 'Of the OAuth app with which buyers sign in. Null: they enter their user name.',
    }),
    ...connectionFields,
  })
  .meta({ id: 'ExternalOrganization', resource: 'external_organizations' });
export type ExternalOrganization = z.infer<typeof ExternalOrganization>;

const credentials = {
  access_token: secret(text({ min: 1, max: 500 })).meta({
    description: 'A fine-grained token of the organization.',
  }),
  client_id: trimmedText({ min: 1, max: 100 }).nullish(),
  client_secret: secret(text({ min: 1, max: 500 })).nullish(),
};

export const ExternalOrganizationCreate = z
  .object({
    platform: ExternalPlatform,
    name: trimmedText({ min: 1, max: 100 })
      .regex(/^[A-Za-z0-9-]+$/, {
        error: 'Enter the name as it is in the address of the organization.',
      })
      .meta({ examples: ['north-light'] }),
    ...credentials,
    organization_id: OrganizationIdInput,
  })
  .meta({ id: 'ExternalOrganizationCreate' });
export type ExternalOrganizationCreate = z.infer<typeof ExternalOrganizationCreate>;

export const ExternalOrganizationUpdate = z
  .object({
    access_token: credentials.access_token.optional(),
    client_id: credentials.client_id,
    client_secret: credentials.client_secret,
  })
  .meta({ id: 'ExternalOrganizationUpdate' });
export type ExternalOrganizationUpdate = z.infer<typeof ExternalOrganizationUpdate>;

export const EXTERNAL_ORGANIZATION_SORTS = ['created_at', 'name'] as const;
export type ExternalOrganizationSort = (typeof EXTERNAL_ORGANIZATION_SORTS)[number];
