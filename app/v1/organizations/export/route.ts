import { exportOrganizations } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportOrganizations, service.exportAll);
