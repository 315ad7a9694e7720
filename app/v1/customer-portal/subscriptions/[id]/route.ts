import { implement } from '@/lib/resources/implement';
import { getCustomerSubscription } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = implement(getCustomerSubscription, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
