import { implementExport } from '@/lib/api/export';
import { exportBenefits } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';

export const GET = implementExport(exportBenefits, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
