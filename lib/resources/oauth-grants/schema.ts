import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { CLIENT_SCOPES } from '@/lib/resources/oauth-clients/rules';
import { OAuth2ClientPublic } from '@/lib/resources/oauth-clients/schema';

/** What an app may be allowed. */
const AppScope = z.enum(CLIENT_SCOPES).meta({ id: 'OAuth2Scope' });

/** Whom an app acts for. */
export const SubType = z.enum(['user', 'organization']).meta({ id: 'SubType' });
export type SubType = z.infer<typeof SubType>;

export const AuthorizeUser = z
  .object({ id: Id, email: z.string(), avatar_url: z.string().nullable() })
  .meta({ id: 'AuthorizeUser', resource: 'me' });

export const AuthorizeOrganization = z
  .object({ id: Id, slug: z.string(), name: z.string(), avatar_url: z.string().nullable() })
  .meta({ id: 'AuthorizeOrganization', resource: 'organizations' });

const AuthorizeResponseUser = z
  .object({
    client: OAuth2ClientPublic,
    sub_type: z.literal('user'),
    sub: AuthorizeUser.nullable(),
    scopes: z.array(AppScope),
  })
  .meta({ id: 'AuthorizeResponseUser' });

const AuthorizeResponseOrganization = z
  .object({
    client: OAuth2ClientPublic,
    sub_type: z.literal('organization'),
    sub: AuthorizeOrganization.nullable(),
    scopes: z.array(AppScope),
    organizations: z.array(AuthorizeOrganization).meta({
      description: 'Those that the caller may let an app act for.',
    }),
  })
  .meta({ id: 'AuthorizeResponseOrganization' });

/** What an app asks for. */
export const Oauth2AuthorizeResponseOauth2Authorize = z
  .discriminatedUnion('sub_type', [AuthorizeResponseUser, AuthorizeResponseOrganization])
  .meta({ id: 'Oauth2AuthorizeResponseOauth2Authorize' });
export type AuthorizeResponse = z.infer<typeof Oauth2AuthorizeResponseOauth2Authorize>;

/** An authorization request has at most so many characters. */
export const MOST_REQUEST = 8000;

export const OAuth2Consent = z
  .object({
    request: z.string().max(MOST_REQUEST).meta({ description: 'The query string of the page.' }),
    action: z.enum(['allow', 'deny']),
    organization_id: Id.nullish().meta({
      description: 'The organization that the app is to act for, where it asks for one.',
    }),
  })
  .meta({ id: 'OAuth2Consent' });
export type OAuth2Consent = z.infer<typeof OAuth2Consent>;

export const OAuth2ConsentResult = z
  .object({ redirect_to: secret(z.string()).meta({ description: 'Where the browser goes next.' }) })
  .meta({ id: 'OAuth2ConsentResult' });
export type OAuth2ConsentResult = z.infer<typeof OAuth2ConsentResult>;

/** What an app may do for a person or an organization. */
export const ConnectedApp = z
  .object({
    id: Id.meta({ description: "The grant's." }),
    client: OAuth2ClientPublic,
    sub_type: SubType,
    sub: Id.meta({ description: 'Of the person or the organization.' }),
    scopes: z.array(AppScope),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: 'Exact to a minute.' }),
  })
  .meta({ id: 'ConnectedApp', resource: 'accounts' });
export type ConnectedApp = z.infer<typeof ConnectedApp>;
