import {
  createExternalOrganization,
  listExternalOrganizations,
} from '@/lib/resources/external-organizations/contract';
import * as service from '@/lib/resources/external-organizations/service';
import { route } from '@/lib/resources/routes';
import { connectGitHub } from '@/lib/workflows/connections';

export const GET = route.list(listExternalOrganizations, service.listAll);
export const POST = route.create(createExternalOrganization, connectGitHub);
