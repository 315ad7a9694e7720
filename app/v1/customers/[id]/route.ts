import { deleteCustomer, getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { implement } from '@/lib/resources/implement';
import * as workflow from '@/lib/workflows/delete-customer';

export const GET = implement(getCustomer, ({ context, params }) =>
  service.get(context.scope, params.id),
);
export const PATCH = implement(updateCustomer, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
export const DELETE = implement(deleteCustomer, ({ context, params }) =>
  workflow.deleteCustomer(context, params.id),
);
