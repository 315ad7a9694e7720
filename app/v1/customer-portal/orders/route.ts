import { implement } from '@/lib/api/implement';
import { listCustomerOrders } from '@/lib/orders/contract';
import * as service from '@/lib/orders/service';

export const GET = implement(listCustomerOrders, ({ context, query }) =>
  service.listOfBuyer(context.scope, query),
);
