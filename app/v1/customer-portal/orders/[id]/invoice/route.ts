import { implement } from '@/lib/api/implement';
import { getCustomerOrderInvoice } from '@/lib/orders/contract';
import * as service from '@/lib/orders/service';

export const GET = implement(getCustomerOrderInvoice, ({ context, params }) =>
  service.getInvoiceOfBuyer(context, params.id),
);
