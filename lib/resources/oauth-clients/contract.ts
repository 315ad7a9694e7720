import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  OAUTH_CLIENT_SORTS,
  OAuth2Client,
  OAuth2ClientConfiguration,
  OAuth2ClientConfigurationUpdate,
  OAuth2ClientRegistered,
  OAuth2ClientWithSecret,
} from '@/lib/resources/oauth-clients/schema';

// Apps belong to the person who has made them (docs/contract/oauth.md#clients).

const common = { tag: 'oauth2.clients', permissions: ['admin'], personal: true } as const;
const register = '/v1/oauth2/register';
const member = {
  ...common,
  path: `${register}/{client_id}`,
  params: z.object({ client_id: z.string() }),
} as const;

export const listOAuth2Clients = contract({
  ...common,
  id: 'oauth2:clients:list',
  method: 'GET',
  path: '/v1/oauth2/',
  summary: 'List OAuth apps',
  description: 'Those that the caller has made.',
  query: listQuery({ sorting: sorting(OAUTH_CLIENT_SORTS, '-created_at') }),
  response: page(OAuth2Client),
});

export const createOAuth2Client = contract({
  ...common,
  id: 'oauth2:clients:oauth2:create_client',
  method: 'POST',
  path: register,
  summary: 'Create an OAuth app',
  description:
    'The secret and the registration access token are shown in this answer alone. A seller has at most 20 apps.',
  body: OAuth2ClientConfiguration,
  response: OAuth2ClientRegistered,
  secretReply: true,
  stepUp: true,
});

export const getOAuth2Client = contract({
  ...member,
  id: 'oauth2:clients:oauth2:get_client',
  method: 'GET',
  summary: 'Get an OAuth app',
  response: OAuth2Client,
  takesRegistrationToken: true,
});

export const updateOAuth2Client = contract({
  ...member,
  id: 'oauth2:clients:oauth2:update_client',
  method: 'PUT',
  summary: 'Update an OAuth app',
  description:
    'Replaces all of its metadata. An app that has got a secret by it sees it in this answer alone.',
  body: OAuth2ClientConfigurationUpdate,
  response: OAuth2ClientWithSecret,
  secretReply: true,
  stepUp: true,
  takesRegistrationToken: true,
});

export const deleteOAuth2Client = contract({
  ...member,
  id: 'oauth2:clients:oauth2:delete_client',
  method: 'DELETE',
  summary: 'Delete an OAuth app',
  description: 'Everything that it was allowed ends.',
  response: z.object({}),
  takesRegistrationToken: true,
});

export const rotateOAuth2Secret = contract({
  ...member,
  id: 'oauth2:clients:rotate_secret',
  method: 'POST',
  path: `${register}/{client_id}/rotate-secret`,
  summary: 'Rotate the secret of an OAuth app',
  description:
    'The new secret is shown in this answer alone. The one before works for 24 hours more.',
  response: OAuth2ClientWithSecret,
  secretReply: true,
  stepUp: true,
});
