import { exportBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportBenefitGrants, ({ context, params, query }) =>
  service.exportAll(context.scope, params.id, query),
);
