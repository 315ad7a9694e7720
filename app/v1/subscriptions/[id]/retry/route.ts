import { implement } from '@/lib/resources/implement';
import { retrySubscription } from '@/lib/resources/subscriptions/contract';
import * as changes from '@/lib/workflows/change-subscription';

export const POST = implement(retrySubscription, ({ scope, params }) =>
  changes.retrySubscription(scope, params.id),
);
