import { route } from '@/lib/resources/routes';
import { exportTokens } from '@/lib/resources/tokens/contract';
import * as service from '@/lib/resources/tokens/service';

export const GET = route.export(exportTokens, service.exportAll);
