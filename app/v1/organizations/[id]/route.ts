import { implement } from '@/lib/resources/implement';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';

export const GET = implement(getOrganization, ({ context, params }) =>
  service.get(context.scope, params.id),
);
export const PATCH = implement(updateOrganization, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
