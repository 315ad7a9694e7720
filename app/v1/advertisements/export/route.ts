import { exportAdvertisements } from '@/lib/resources/advertisements/contract';
import * as service from '@/lib/resources/advertisements/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportAdvertisements, service.exportAll);
