import { z } from 'zod';
import { HttpUrl, Timestamp, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { CLIENT_SCOPES, redirectUriProblem, scopesOf } from '@/lib/resources/oauth-clients/rules';

export const TokenEndpointAuthMethod = z
  .enum(['client_secret_basic', 'client_secret_post', 'none'])
  .meta({ id: 'TokenEndpointAuthMethod' });
export type TokenEndpointAuthMethod = z.infer<typeof TokenEndpointAuthMethod>;

export const GrantType = z.enum(['authorization_code', 'refresh_token']).meta({ id: 'GrantTypes' });
export type GrantType = z.infer<typeof GrantType>;

export const ResponseType = z.enum(['code']).meta({ id: 'ResponseTypes' });

/** A redirect URI that is registered (docs/contract/oauth.md#redirect-uris). */
const RedirectUri = z
  .string()
  .superRefine((uri, context) => {
    const message = redirectUriProblem(uri);
    if (message) context.addIssue({ code: 'custom', message, input: uri });
  })
  .meta({ examples: ['https://example.com/callback'] });

const MAX_REDIRECT_URIS = 20;

/** Scopes with a space between them. */
const ScopeText = z.string().superRefine((text, context) => {
  const { scopes, unknown } = scopesOf(text);
  const [first] = unknown;
  const message =
    first !== undefined
      ? `An app cannot have the scope ${first.slice(0, 100)}.`
      : scopes.length === 0 && 'Choose at least one scope.';
  if (message) context.addIssue({ code: 'custom', message, input: text });
});

const Link = HttpUrl.nullish();

export const OAuth2ClientConfiguration = z
  .object({
    redirect_uris: z
      .array(RedirectUri)
      .min(1, { error: 'Enter at least one redirect URI.' })
      .max(MAX_REDIRECT_URIS, { error: `Enter at most ${MAX_REDIRECT_URIS} redirect URIs.` }),
    token_endpoint_auth_method: TokenEndpointAuthMethod.default('client_secret_post'),
    grant_types: z
      .array(GrantType)
      .refine((types) => types.includes('authorization_code'), {
        error: 'An app needs authorization_code.',
      })
      .default(['authorization_code', 'refresh_token']),
    response_types: z.array(ResponseType).min(1, { error: 'An app needs code.' }).default(['code']),
    scope: ScopeText.default(CLIENT_SCOPES.join(' ')),
    client_name: trimmedText({ min: 1, max: 100 }),
    client_uri: Link,
    logo_uri: Link,
    tos_uri: Link,
    policy_uri: Link,
  })
  .meta({ id: 'OAuth2ClientConfiguration' });
export type OAuth2ClientConfiguration = z.infer<typeof OAuth2ClientConfiguration>;

export const OAuth2ClientConfigurationUpdate = OAuth2ClientConfiguration.extend({
  client_id: z.string().meta({ description: 'That of the path.' }),
}).meta({ id: 'OAuth2ClientConfigurationUpdate' });
export type OAuth2ClientConfigurationUpdate = z.infer<typeof OAuth2ClientConfigurationUpdate>;

export const OAUTH_CLIENT_SORTS = ['created_at', 'client_name'] as const;
export type OAuthClientSort = (typeof OAUTH_CLIENT_SORTS)[number];

/** What everybody may know of an app. */
export const OAuth2ClientPublic = z
  .object({
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    client_id: z.string(),
    client_name: z.string().nullable(),
    client_uri: z.string().nullable(),
    logo_uri: z.string().nullable(),
    picture_url: z.string().nullable().meta({
      description: '`logo_uri` where this installation serves it, else null: pages show no other.',
    }),
    tos_uri: z.string().nullable(),
    policy_uri: z.string().nullable(),
  })
  .meta({ id: 'OAuth2ClientPublic', resource: 'oauth2.clients' });
export type OAuth2ClientPublic = z.infer<typeof OAuth2ClientPublic>;

/** An app as its maker sees it, with its secret masked. */
export const OAuth2Client = OAuth2ClientPublic.extend({
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: TokenEndpointAuthMethod,
  grant_types: z.array(GrantType),
  response_types: z.array(ResponseType),
  scope: z.string(),
  client_secret: z.string().meta({ description: 'Masked; "" for an app without one.' }),
  client_id_issued_at: z.int(),
  client_secret_expires_at: z.int().meta({ description: '0: never.' }),
  users_count: z.int().meta({ description: 'How many accounts have allowed it.' }),
}).meta({ id: 'OAuth2Client', resource: 'oauth2.clients' });
export type OAuth2Client = z.infer<typeof OAuth2Client>;

/** An app with its new secret: shown this once. */
export const OAuth2ClientWithSecret = OAuth2Client.extend({
  client_secret: secret(z.string()).meta({
    description: 'Shown this once; "" for an app without one.',
  }),
}).meta({ id: 'OAuth2ClientWithSecret', resource: 'oauth2.clients' });
export type OAuth2ClientWithSecret = z.infer<typeof OAuth2ClientWithSecret>;

/** A new app, with what manages its registration without its maker's session (RFC 7592). */
export const OAuth2ClientRegistered = OAuth2ClientWithSecret.extend({
  registration_access_token: secret(z.string()),
  registration_client_uri: z.string(),
}).meta({ id: 'OAuth2ClientRegistered', resource: 'oauth2.clients' });
export type OAuth2ClientRegistered = z.infer<typeof OAuth2ClientRegistered>;
