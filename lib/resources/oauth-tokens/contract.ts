import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { OAUTH, OAUTH_ERRORS } from '@/lib/resources/oauth-tokens/rules';
import {
  IntrospectTokenResponse,
  NamedToken,
  Oauth2UserinfoResponseOauth2Userinfo,
  TokenRequest,
  TokenResponse,
} from '@/lib/resources/oauth-tokens/schema';

// Forms of apps, which authenticate by their client ID and secret (docs/contract/oauth.md#forms).

const form = {
  tag: 'oauth2',
  method: 'POST',
  auth: 'public',
  bodyType: 'form',
  protocol: OAUTH,
  errors: OAUTH_ERRORS,
} as const;

export const requestToken = contract({
  ...form,
  id: 'oauth2:request_token',
  path: '/v1/oauth2/token',
  summary: 'Get tokens',
  description: 'By a code or a refresh token, each of which works once.',
  body: TokenRequest,
  response: TokenResponse,
  secretReply: true,
});

export const introspectToken = contract({
  ...form,
  id: 'oauth2:introspect_token',
  path: '/v1/oauth2/introspect',
  summary: 'Introspect a token',
  body: NamedToken,
  response: IntrospectTokenResponse,
});

export const revokeToken = contract({
  ...form,
  id: 'oauth2:revoke_token',
  path: '/v1/oauth2/revoke',
  summary: 'Revoke a token',
  description: 'A refresh token ends all tokens of its grant, an access token itself alone.',
  body: NamedToken,
  response: z.object({}),
});

const userInfo = {
  tag: 'oauth2',
  path: '/v1/oauth2/userinfo',
  summary: 'Get who a token acts for',
  description: 'As much as its scopes allow: `profile` the name, `email` the address.',
  permissions: ['openid', 'profile', 'email', 'user:read'],
  personal: true,
  response: Oauth2UserinfoResponseOauth2Userinfo,
} as const;

export const getUserInfo = contract({ ...userInfo, id: 'oauth2:userinfo', method: 'GET' });

/** OpenID Connect has apps choose the method. */
export const postUserInfo = contract({
  ...userInfo,
  id: 'oauth2:userinfo_post',
  method: 'POST',
  protocol: OAUTH,
});
