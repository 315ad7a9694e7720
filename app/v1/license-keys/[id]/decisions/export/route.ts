import { implementExport } from '@/lib/resources/implement';
import { exportLicenseKeyDecisions } from '@/lib/resources/license-decisions/contract';
import { exportDecisions } from '@/lib/resources/license-keys/service';

export const GET = implementExport(exportLicenseKeyDecisions, ({ scope, params, query }) =>
  exportDecisions(scope, params.id, query),
);
