import { implement } from '@/lib/resources/implement';
import { getCustomerOrder } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implement(getCustomerOrder, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
