import { implement } from '@/lib/api/implement';
import { getCustomerSubscription } from '@/lib/subscriptions/contract';
import * as service from '@/lib/subscriptions/service';

export const GET = implement(getCustomerSubscription, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
