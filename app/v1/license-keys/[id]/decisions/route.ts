import { implement } from '@/lib/resources/implement';
import { listLicenseKeyDecisions } from '@/lib/resources/license-decisions/contract';
import { listDecisions } from '@/lib/resources/license-keys/service';

export const GET = implement(listLicenseKeyDecisions, ({ scope, params, query }) =>
  listDecisions(scope, params.id, query),
);
