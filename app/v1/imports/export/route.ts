import { exportImports } from '@/lib/resources/imports/contract';
import * as service from '@/lib/resources/imports/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportImports, service.exportAll);
