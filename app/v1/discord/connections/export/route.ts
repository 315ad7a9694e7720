import { exportDiscordConnections } from '@/lib/resources/discord-connections/contract';
import { exportAll } from '@/lib/resources/discord-connections/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportDiscordConnections, exportAll);
