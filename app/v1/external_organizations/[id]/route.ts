import {
  deleteExternalOrganization,
  updateExternalOrganization,
} from '@/lib/resources/external-organizations/contract';
import { route } from '@/lib/resources/routes';
import { disconnectGitHub, reconnectGitHub } from '@/lib/workflows/connections';

export const PATCH = route.update(updateExternalOrganization, reconnectGitHub);
export const DELETE = route.delete(deleteExternalOrganization, disconnectGitHub);
