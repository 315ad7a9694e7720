import { implement } from '@/lib/api/implement';
import { getPortalOrganization } from '@/lib/organizations/contract';
import * as service from '@/lib/organizations/service';

export const GET = implement(getPortalOrganization, ({ context, params }) =>
  service.getBySlug(context.scope, params.slug),
);
