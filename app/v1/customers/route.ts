import { createCustomer, listCustomers } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listCustomers, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createCustomer, ({ context, body }) => service.create(context, body));
