import { exportEvents } from '@/lib/resources/events/contract';
import * as service from '@/lib/resources/events/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportEvents, service.exportAll);
