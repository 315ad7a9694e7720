import { exportExternalOrganizations } from '@/lib/resources/external-organizations/contract';
import { exportAll } from '@/lib/resources/external-organizations/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportExternalOrganizations, exportAll);
