import { exportFiles } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportFiles, service.exportAll);
