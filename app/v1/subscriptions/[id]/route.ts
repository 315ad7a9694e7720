import { implement } from '@/lib/resources/implement';
import { getSubscription } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = implement(getSubscription, ({ context, params }) =>
  service.get(context.scope, params.id),
);
