import { implement } from '@/lib/api/implement';
import { listCustomerSubscriptions } from '@/lib/subscriptions/contract';
import * as service from '@/lib/subscriptions/service';

export const GET = implement(listCustomerSubscriptions, ({ context, query }) =>
  service.listOfBuyer(context.scope, query),
);
