import { implementExport } from '@/lib/api/export';
import { exportBenefitGrants } from '@/lib/benefits/contract';
import * as service from '@/lib/benefits/service';

export const GET = implementExport(exportBenefitGrants, ({ context, params, query }) =>
  service.exportGrants(context.scope, params.id, query),
);
