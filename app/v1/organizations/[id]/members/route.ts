import { implement } from '@/lib/api/implement';
import { listMembers } from '@/lib/organizations/contract';
import * as service from '@/lib/organizations/service';

export const GET = implement(listMembers, ({ context, params, query }) =>
  service.listMembers(context.scope, params.id, query),
);
