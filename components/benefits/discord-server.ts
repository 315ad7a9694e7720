import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '@/components/session/organization';
import { query } from '@/lib/client/queries';
import { listDiscordConnections } from '@/lib/resources/discord-connections/contract';

const MOST = 100;

/** The connected Discord server with an id; null where none is, undefined while that is not known. */
export function useDiscordServer(guildId: string) {
  const { id } = useOrganization();
  const { data, isPending } = useQuery(
    query(listDiscordConnections, { query: { organization_id: [id], limit: MOST } }),
  );
  const server = data && (data.items.find(({ guild_id }) => guild_id === guildId) ?? null);
  return { server, isPending };
}
