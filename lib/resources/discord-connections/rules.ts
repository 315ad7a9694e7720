import type { DiscordRole } from '@/lib/resources/discord-connections/schema';

/** The token by which benefits name a server; it opens nothing. */
export function guildToken(guildId: string): string {
  return `td_guild_${guildId}`;
}

/** The id of the server that a token names; null for one from elsewhere. */
export function guildOfToken(token: string): string | null {
  return /^td_guild_(\d{15,20})$/.exec(token)?.[1] ?? null;
}

/** Why benefits cannot give a role of a server; null where they can. */
export function roleProblem(roles: readonly DiscordRole[], roleId: string): string | null {
  const role = roles.find(({ id }) => id === roleId);
  if (!role) return 'The server has no role with this ID. Read its roles again in Settings.';
  switch (role.refusal) {
    case 'administrative':
      return `${role.name} has permissions to manage the server. Choose a role without them.`;
    case 'above_bot':
      return `${role.name} is above the bot’s own role. Drag the bot’s role above it in Discord, then read the roles again.`;
    case 'managed':
      return `${role.name} belongs to an app. Choose a role of your own.`;
    case null:
      return null;
  }
}
