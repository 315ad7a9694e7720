import { implement } from '@/lib/resources/implement';
import { getPortalOrganization } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';

export const GET = implement(getPortalOrganization, ({ scope, params }) =>
  service.getPublicBySlug(scope, params.slug),
);
