import { implement } from '@/lib/api/implement';
import { getOrder } from '@/lib/orders/contract';
import * as service from '@/lib/orders/service';

export const GET = implement(getOrder, ({ context, params }) =>
  service.get(context.scope, params.id),
);
