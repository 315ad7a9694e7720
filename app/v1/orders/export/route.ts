import { implementExport } from '@/lib/api/export';
import { exportOrders } from '@/lib/orders/contract';
import * as service from '@/lib/orders/service';

export const GET = implementExport(exportOrders, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
