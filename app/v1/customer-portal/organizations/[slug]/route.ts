import { implement } from '@/lib/resources/implement';
import { getPortalOrganization } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';

export const GET = implement(getPortalOrganization, ({ context, params }) =>
  service.getPublicBySlug(context.scope, params.slug),
);
