import { implementExport } from '@/lib/api/export';
import { exportDiscounts } from '@/lib/resources/discounts/contract';
import * as service from '@/lib/resources/discounts/service';

export const GET = implementExport(exportDiscounts, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
