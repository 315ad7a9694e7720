import { route } from '@/lib/resources/routes';
import { exportSavedViews } from '@/lib/resources/saved-views/contract';
import * as service from '@/lib/resources/saved-views/service';

export const GET = route.export(exportSavedViews, service.exportAll);
