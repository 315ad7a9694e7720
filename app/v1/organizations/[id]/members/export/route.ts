import { implementExport } from '@/lib/resources/implement';
import { exportMembers } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';

export const GET = implementExport(exportMembers, ({ context, params, query }) =>
  service.exportMembers(context.scope, params.id, query),
);
