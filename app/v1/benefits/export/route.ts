import { exportBenefits } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportBenefits, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
