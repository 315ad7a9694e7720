import { deleteCustomer, getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { implement } from '@/lib/resources/implement';
import { route } from '@/lib/resources/routes';
import * as workflow from '@/lib/workflows/delete-customer';

export const GET = implement(getCustomer, ({ scope, params, query }) =>
  service.get(scope, params.id, query.currency),
);
export const PATCH = route.update(updateCustomer, service.update);
export const DELETE = route.delete(deleteCustomer, workflow.deleteCustomer);
