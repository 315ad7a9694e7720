import { implement } from '@/lib/resources/implement';
import { getCustomerOrderInvoice } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';

export const GET = implement(getCustomerOrderInvoice, ({ scope, params }) =>
  service.getInvoiceOfBuyer(scope, params.id),
);
