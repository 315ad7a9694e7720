import { implementExport } from '@/lib/resources/implement';
import { exportOrders } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implementExport(exportOrders, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
