import { implement } from '@/lib/api/implement';
import { getPortalCustomer } from '@/lib/customers/contract';
import * as service from '@/lib/customers/service';

export const GET = implement(getPortalCustomer, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
