import { syncExternalOrganization } from '@/lib/resources/external-organizations/contract';
import { implement } from '@/lib/resources/implement';
import { syncGitHub } from '@/lib/workflows/connections';

export const POST = implement(syncExternalOrganization, ({ scope, params }) =>
  syncGitHub(scope, params.id),
);
