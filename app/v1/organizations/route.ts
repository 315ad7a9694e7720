import { implement } from '@/lib/resources/implement';
import { createOrganization, listOrganizations } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';

export const GET = implement(listOrganizations, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createOrganization, ({ context, body }) =>
  service.create(context, body),
);
