import type { DiscordRole } from '@/lib/resources/discord-connections/schema';

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
