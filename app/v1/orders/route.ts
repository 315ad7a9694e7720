import { implement } from '@/lib/resources/implement';
import { listOrders } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implement(listOrders, ({ context, query }) =>
  service.listAll(context.scope, query),
);
