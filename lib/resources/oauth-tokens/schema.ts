import { z } from 'zod';
import { secret } from '@/lib/contract/secret';
import { SubType } from '@/lib/resources/oauth-grants/schema';

const field = z.string().optional();
/** Of a client with a secret, which may be sent by Basic authentication instead. */
const credentials = { client_id: field, client_secret: secret(z.string()).optional() };

const example = { client_id: '0198f3c2-7d4e-7a61-9c35-2b8f6d1e4a70', client_secret: 'td_cs_…' };

/** By a code or a refresh token; which fields are needed follows from `grant_type`. */
export const TokenRequest = z
  .object({
    grant_type: field,
    code: secret(z.string()).optional(),
    redirect_uri: field,
    code_verifier: secret(z.string()).optional(),
    refresh_token: secret(z.string()).optional(),
    scope: field,
    ...credentials,
  })
  .meta({
    examples: [
      {
        grant_type: 'authorization_code',
        code: 'td_ac_…',
        redirect_uri: 'https://example.com/callback',
        ...example,
      },
    ],
  });
export type TokenRequest = z.infer<typeof TokenRequest>;

export const TokenResponse = z
  .object({
    access_token: secret(z.string()),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    refresh_token: secret(z.string().nullable()),
    scope: z.string(),
    id_token: secret(z.string()),
  })
  .meta({ id: 'TokenResponse' });
export type TokenResponse = z.infer<typeof TokenResponse>;

/** A token that a client asks about, or ends. The hint changes nothing: tokens tell their kind. */
export const NamedToken = z
  .object({
    token: secret(z.string()).optional(),
    token_type_hint: field,
    ...credentials,
  })
  .meta({ examples: [{ token: 'td_at_…', ...example }] });
export type NamedToken = z.infer<typeof NamedToken>;

const ActiveToken = z
  .object({
    active: z.literal(true),
    client_id: z.string(),
    token_type: z
      .enum(['access_token', 'refresh_token'])
      .meta({ id: 'IntrospectTokenResponseTokenType' }),
    scope: z.string(),
    sub_type: SubType,
    sub: z.string(),
    aud: z.string(),
    iss: z.string(),
    exp: z.int(),
    iat: z.int(),
  })
  .meta({ id: 'ActiveToken' });

/** What a client may know of a token: nothing of one that is over, or another client's. */
export const IntrospectTokenResponse = z
  .union([ActiveToken, z.object({ active: z.literal(false) })])
  .meta({ id: 'IntrospectTokenResponse' });
export type IntrospectTokenResponse = z.infer<typeof IntrospectTokenResponse>;

export const UserInfoUser = z
  .object({
    sub: z.string(),
    name: z.string().nullish(),
    email: z.string().nullish(),
    email_verified: z.boolean().nullish(),
  })
  .meta({ id: 'UserInfoUser' });

export const UserInfoOrganization = z
  .object({ sub: z.string(), name: z.string().nullish() })
  .meta({ id: 'UserInfoOrganization' });

export const Oauth2UserinfoResponseOauth2Userinfo = z
  .union([UserInfoUser, UserInfoOrganization])
  .meta({ id: 'Oauth2UserinfoResponseOauth2Userinfo' });
export type UserInfo = z.infer<typeof Oauth2UserinfoResponseOauth2Userinfo>;
