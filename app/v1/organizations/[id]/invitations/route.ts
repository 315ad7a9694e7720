import { implement } from '@/lib/resources/implement';
import { createInvitation, listInvitations } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';
import { route } from '@/lib/resources/routes';

export const GET = implement(listInvitations, ({ scope, params, query }) =>
  service.listInvitations(scope, params.id, query),
);
export const POST = route.update(createInvitation, service.invite);
