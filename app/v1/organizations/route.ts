import { createOrganization, listOrganizations } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listOrganizations, service.listAll);
export const POST = route.create(createOrganization, service.create);
