import { implement } from '@/lib/resources/implement';
import { getOrderInvoice } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implement(getOrderInvoice, ({ context, params }) =>
  service.getInvoice(context, params.id),
);
