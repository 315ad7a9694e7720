import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import * as service from '@/lib/resources/organizations/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getOrganization, service.get);
export const PATCH = route.update(updateOrganization, service.update);
