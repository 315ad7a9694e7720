import { getPortalCustomer } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getPortalCustomer, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
