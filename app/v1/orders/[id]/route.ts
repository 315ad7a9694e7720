import { implement } from '@/lib/resources/implement';
import { getOrder } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implement(getOrder, ({ context, params }) =>
  service.get(context.scope, params.id),
);
