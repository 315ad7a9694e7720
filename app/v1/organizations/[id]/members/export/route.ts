import { implementExport } from '@/lib/resources/implement';
import { exportMembers } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';

export const GET = implementExport(exportMembers, ({ scope, params, query }) =>
  service.exportMembers(scope, params.id, query),
);
