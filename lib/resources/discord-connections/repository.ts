import type { QueryOf } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import type { exportDiscordConnections } from '@/lib/resources/discord-connections/contract';
import type { DiscordConnectionSort } from '@/lib/resources/discord-connections/schema';

const rows = crud('DiscordConnection');
export const { find, create, update, remove } = rows;

export type DiscordConnectionRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const LIST: ListDefinition<DiscordConnectionSort> = {
  table: 'discord_connections',
  sorts: { created_at: required(sql`t.created_at`), guild_name: textOrder('t.guild_name') },
};

/** The Discord servers that the scope's organizations have connected. */
export function list(scope: Scope, request: QueryOf<typeof exportDiscordConnections>) {
  const conditions = [
    searchFilter(['t.guild_name', 't.guild_id'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}

/** The one with a server; null for none. */
export function findByGuild(scope: Scope, organizationId: string, guildId: string) {
  return db(scope).discordConnection.findFirst({ where: { organizationId, guildId } });
}

/** Connections of all organizations that were not read since a time. Takes no scope: background work asks. */
export function findUnread(since: Date) {
  return db(null).discordConnection.findMany({
    where: { status: 'connected', syncedAt: { lt: since } },
    orderBy: { syncedAt: 'asc' },
    select: { id: true, organizationId: true },
  });
}
