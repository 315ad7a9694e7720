import { implementExport } from '@/lib/resources/implement';
import { exportInvitations } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';

export const GET = implementExport(exportInvitations, ({ context, params, query }) =>
  service.exportInvitations(context.scope, params.id, query),
);
