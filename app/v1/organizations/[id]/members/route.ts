import { implement } from '@/lib/resources/implement';
import { listMembers } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';

export const GET = implement(listMembers, ({ context, params, query }) =>
  service.listMembers(context.scope, params.id, query),
);
