import { implement } from '@/lib/resources/implement';
import { listCustomerSubscriptions } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = implement(listCustomerSubscriptions, ({ context, query }) =>
  service.listOfBuyer(context.scope, query),
);
