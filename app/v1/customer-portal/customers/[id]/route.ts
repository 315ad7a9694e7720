import { implement } from '@/lib/api/implement';
import { getPortalCustomer } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';

export const GET = implement(getPortalCustomer, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
