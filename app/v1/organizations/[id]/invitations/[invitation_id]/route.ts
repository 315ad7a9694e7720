import { implement } from '@/lib/resources/implement';
import { deleteInvitation } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';

export const DELETE = implement(deleteInvitation, ({ scope, params }) =>
  service.removeInvitation(scope, params),
);
