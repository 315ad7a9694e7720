import { implementExport } from '@/lib/resources/implement';
import { exportMembers } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';

export const GET = implementExport(exportMembers, ({ context, params, query }) =>
  service.exportMembers(context.scope, params.id, query),
);
