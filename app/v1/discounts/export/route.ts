import { exportDiscounts } from '@/lib/resources/discounts/contract';
import * as service from '@/lib/resources/discounts/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportDiscounts, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
