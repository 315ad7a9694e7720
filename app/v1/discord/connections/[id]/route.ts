import {
  deleteDiscordConnection,
  getDiscordConnection,
  updateDiscordConnection,
} from '@/lib/resources/discord-connections/contract';
import * as service from '@/lib/resources/discord-connections/service';
import { route } from '@/lib/resources/routes';
import { disconnectDiscord, reconnectDiscord } from '@/lib/workflows/connections';

export const GET = route.get(getDiscordConnection, service.get);
export const PATCH = route.update(updateDiscordConnection, reconnectDiscord);
export const DELETE = route.delete(deleteDiscordConnection, disconnectDiscord);
