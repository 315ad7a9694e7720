import { implementExport } from '@/lib/resources/implement';
import { exportOrganizations } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';

export const GET = implementExport(exportOrganizations, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
