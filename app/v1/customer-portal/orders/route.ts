import { implement } from '@/lib/resources/implement';
import { listCustomerOrders } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implement(listCustomerOrders, ({ context, query }) =>
  service.listOfBuyer(context.scope, query),
);
