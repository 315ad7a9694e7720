import { implement } from '@/lib/resources/implement';
import { previewSubscription } from '@/lib/resources/subscriptions/contract';
import { preview } from '@/lib/workflows/change-subscription';

export const GET = implement(previewSubscription, ({ scope, params, query }) =>
  preview(scope, params.id, query),
);
