import { implement } from '@/lib/resources/implement';
import { retrySubscription } from '@/lib/resources/subscriptions/contract';
import * as changes from '@/lib/workflows/change-subscription';

export const POST = implement(retrySubscription, ({ context, params }) =>
  changes.retrySubscription(context, params.id),
);
