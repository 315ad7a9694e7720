import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, many, OrganizationFilter, TimestampInput } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  TOKEN_SORTS,
  Token,
  TokenCreate,
  TokenCreated,
  TokenKind,
  TokenUsage,
} from '@/lib/resources/tokens/schema';

const common = { tag: 'tokens', permissions: ['admin'], personal: true } as const;

export const listTokens = contract({
  ...common,
  id: 'tokens:list',
  method: 'GET',
  path: '/v1/tokens/',
  summary: 'List access tokens',
  description: "The caller's personal tokens, and those of the organizations that they administer.",
  query: listQuery({
    organization_id: OrganizationFilter,
    kind: many(TokenKind),
    expires_after: TimestampInput.optional(),
    expires_before: TimestampInput.optional(),
    sorting: sorting(TOKEN_SORTS, '-created_at'),
  }),
  response: page(Token),
});

export const exportTokens = exportOf(listTokens, [
  'id',
  'created_at',
  'kind',
  'name',
  'hint',
  'scopes',
  'expires_at',
  'last_used_at',
  'user_id',
  'organization_id',
]);

export const createToken = contract({
  ...common,
  id: 'tokens:create',
  method: 'POST',
  path: '/v1/tokens/',
  summary: 'Create an access token',
  description:
    'The secret is shown in this answer alone. Its scopes are some of those of the caller; one of ' +
    'an organization needs the role owner or admin there.',
  body: TokenCreate,
  response: TokenCreated,
  secretReply: true,
  stepUp: true,
});

export const deleteToken = contract({
  ...common,
  id: 'tokens:delete',
  method: 'DELETE',
  path: '/v1/tokens/{id}',
  summary: 'Revoke an access token',
  description: 'It is refused from the next request on.',
  params: IdParams,
});

export const getTokenUsage = contract({
  ...common,
  id: 'tokens:usage',
  method: 'GET',
  path: '/v1/tokens/{id}/usage',
  summary: 'Get what a token has read',
  description:
    'Successful reads of the last 7 days by hour and operation, the newest hour first. Writes and errors are in the ' +
    'request log.',
  params: IdParams,
  response: TokenUsage,
});
