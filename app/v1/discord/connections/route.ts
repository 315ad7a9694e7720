import {
  createDiscordConnection,
  listDiscordConnections,
} from '@/lib/resources/discord-connections/contract';
import * as service from '@/lib/resources/discord-connections/service';
import { route } from '@/lib/resources/routes';
import { connectDiscord } from '@/lib/workflows/connections';

export const GET = route.list(listDiscordConnections, service.listAll);
export const POST = route.create(createDiscordConnection, connectDiscord);
