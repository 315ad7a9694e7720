import { exportBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportBenefitGrants, ({ scope, params, query }) =>
  service.exportAll(scope, params.id, query),
);
