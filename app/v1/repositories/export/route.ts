import { exportRepositories } from '@/lib/resources/repositories/contract';
import { exportAll } from '@/lib/resources/repositories/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportRepositories, exportAll);
