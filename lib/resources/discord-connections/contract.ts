import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  DISCORD_CONNECTION_SORTS,
  DiscordConnection,
  DiscordConnectionCreate,
  DiscordConnectionUpdate,
} from '@/lib/resources/discord-connections/schema';

const path = '/v1/discord/connections';
const common = {
  tag: 'discord_connections',
  row: 'discord_connections',
  permissions: ['admin'],
  stepUp: true,
} as const;
const member = { ...common, path: `${path}/{id}`, params: IdParams } as const;

export const listDiscordConnections = contract({
  tag: 'discord_connections',
  id: 'discord-connections:list',
  method: 'GET',
  path,
  summary: 'List Discord servers',
  permissions: ['benefits:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    sorting: sorting(DISCORD_CONNECTION_SORTS, '-created_at'),
  }),
  response: page(DiscordConnection),
});

export const exportDiscordConnections = exportOf(listDiscordConnections);

export const createDiscordConnection = contract({
  ...common,
  id: 'discord-connections:create',
  method: 'POST',
  path,
  status: 201,
  summary: 'Connect a Discord server',
  description:
    'The bot’s token and the client’s secret are tried before they are kept, and are in no answer.',
  body: DiscordConnectionCreate,
  response: DiscordConnection,
  secretReply: true,
  changes: ['benefits'],
});

export const getDiscordConnection = contract({
  ...member,
  stepUp: false,
  permissions: ['benefits:read'],
  id: 'discord-connections:get',
  method: 'GET',
  summary: 'Get a Discord server',
  response: DiscordConnection,
});

export const updateDiscordConnection = contract({
  ...member,
  id: 'discord-connections:update',
  method: 'PATCH',
  summary: 'Reconnect a Discord server',
  description: 'New credentials are tried before they are kept, and the roles are read again.',
  body: DiscordConnectionUpdate,
  response: DiscordConnection,
  secretReply: true,
  changes: ['benefits'],
});

export const deleteDiscordConnection = contract({
  ...member,
  id: 'discord-connections:delete',
  method: 'DELETE',
  summary: 'Disconnect a Discord server',
  description:
    'What was granted stays as it is on Discord, and nothing more is granted or revoked.',
  changes: ['benefits'],
});
