import { implementExport } from '@/lib/api/export';
import { exportDiscounts } from '@/lib/discounts/contract';
import * as service from '@/lib/discounts/service';

export const GET = implementExport(exportDiscounts, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
