import { implement } from '@/lib/api/implement';
import { getSubscription } from '@/lib/subscriptions/contract';
import * as service from '@/lib/subscriptions/service';

export const GET = implement(getSubscription, ({ context, params }) =>
  service.get(context.scope, params.id),
);
