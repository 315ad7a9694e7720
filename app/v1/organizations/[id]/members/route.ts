import { implement } from '@/lib/resources/implement';
import { createMember, listMembers } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';
import { route } from '@/lib/resources/routes';

export const GET = implement(listMembers, ({ scope, params, query }) =>
  service.listMembers(scope, params.id, query),
);
export const POST = route.update(createMember, service.invite);
