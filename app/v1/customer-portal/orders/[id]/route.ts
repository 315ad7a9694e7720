import { implement } from '@/lib/api/implement';
import { getCustomerOrder } from '@/lib/orders/contract';
import * as service from '@/lib/orders/service';

export const GET = implement(getCustomerOrder, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
