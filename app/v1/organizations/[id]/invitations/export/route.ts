import { implementExport } from '@/lib/resources/implement';
import { exportInvitations } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';

export const GET = implementExport(exportInvitations, ({ scope, params, query }) =>
  service.exportInvitations(scope, params.id, query),
);
