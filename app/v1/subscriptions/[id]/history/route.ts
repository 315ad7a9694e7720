import { implement } from '@/lib/resources/implement';
import { getSubscriptionHistory } from '@/lib/resources/subscriptions/contract';
import { getHistory } from '@/lib/resources/subscriptions/service';

export const GET = implement(getSubscriptionHistory, ({ scope, params }) =>
  getHistory(scope, params.id),
);
