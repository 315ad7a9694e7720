import { implement } from '@/lib/api/implement';
import { listOrders } from '@/lib/orders/contract';
import * as service from '@/lib/orders/service';

export const GET = implement(listOrders, ({ context, query }) =>
  service.listAll(context.scope, query),
);
