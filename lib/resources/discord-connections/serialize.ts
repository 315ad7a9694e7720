import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import { guildToken } from '@/lib/resources/benefits/types/guild-token';
import type { DiscordConnectionRow } from '@/lib/resources/discord-connections/repository';
import { DiscordConnection, type DiscordRole } from '@/lib/resources/discord-connections/schema';

const scalars = scalarsOf('DiscordConnection', DiscordConnection);

/** A connected Discord server as the API prints it, without its credentials. */
export function serializeDiscordConnection(row: DiscordConnectionRow): DiscordConnection {
  return withFields(scalars(row), {
    guild_token: guildToken(row.guildId),
    roles: jsonColumn<DiscordRole[]>(row.roles),
  });
}
