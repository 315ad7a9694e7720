import { implement } from '@/lib/resources/implement';
import { removeMember, updateMember } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';

export const PATCH = implement(updateMember, ({ context, params, body }) =>
  service.updateMember(context, params, body),
);
export const DELETE = implement(removeMember, ({ context, params }) =>
  service.removeMember(context, params),
);
