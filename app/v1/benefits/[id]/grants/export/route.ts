import { implementExport } from '@/lib/api/export';
import { exportBenefitGrants } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';

export const GET = implementExport(exportBenefitGrants, ({ context, params, query }) =>
  service.exportGrants(context.scope, params.id, query),
);
