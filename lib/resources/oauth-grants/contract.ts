import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Id } from '@/lib/contract/fields';
import {
  ConnectedApp,
  OAuth2Consent,
  OAuth2ConsentResult,
  Oauth2AuthorizeResponseOauth2Authorize,
} from '@/lib/resources/oauth-grants/schema';

// What sellers let apps do (docs/contract/oauth.md#consent).

const text = z.string().optional();

export const describeAuthorization = contract({
  tag: 'oauth2',
  id: 'oauth2:authorize',
  method: 'GET',
  path: '/v1/oauth2/authorize',
  summary: 'Get what an app asks for',
  description: 'Takes the query of the consent page, from a session or a personal token.',
  personal: true,
  query: z.object({
    client_id: text,
    redirect_uri: text,
    response_type: text,
    scope: text,
    state: text,
    nonce: text,
    code_challenge: text,
    code_challenge_method: text,
    sub_type: text,
    prompt: text,
    max_age: text,
    login_hint: text,
  }),
  response: Oauth2AuthorizeResponseOauth2Authorize,
});

export const consent = contract({
  tag: 'oauth2',
  id: 'oauth2:consent',
  method: 'POST',
  path: '/v1/oauth2/consent',
  summary: 'Allow an app what it asks for, or deny it',
  description: 'For a session alone. Answers where the browser goes next, with a code or an error.',
  personal: true,
  body: OAuth2Consent,
  response: OAuth2ConsentResult,
  secretReply: true,
});

const account = { tag: 'accounts', auth: 'public' } as const;

export const listConnectedApps = contract({
  ...account,
  id: 'accounts:list_connected_apps',
  method: 'GET',
  path: '/api/auth/list-connected-apps',
  summary: 'List what the caller lets apps do, newest first',
  response: z.array(ConnectedApp),
});

export const revokeConnectedApp = contract({
  ...account,
  id: 'accounts:revoke_connected_app',
  method: 'POST',
  path: '/api/auth/revoke-connected-app',
  summary: 'End what the caller lets an app do',
  body: z.object({ id: Id }),
});
