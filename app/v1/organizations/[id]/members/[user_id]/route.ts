import { implement } from '@/lib/resources/implement';
import { removeMember, updateMember } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';

export const PATCH = implement(updateMember, ({ scope, params, body }) =>
  service.updateMember(scope, params, body),
);
export const DELETE = implement(removeMember, ({ scope, params }) =>
  service.removeMember(scope, params),
);
