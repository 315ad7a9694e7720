import { implement } from '@/lib/resources/implement';
import { getOrderInvoice } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implement(getOrderInvoice, ({ scope, params }) =>
  service.getInvoice(scope, params.id),
);
