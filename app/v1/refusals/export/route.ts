import { exportRefusals } from '@/lib/resources/refusals/contract';
import * as service from '@/lib/resources/refusals/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportRefusals, service.exportAll);
