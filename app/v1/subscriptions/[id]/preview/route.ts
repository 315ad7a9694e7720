import { implement } from '@/lib/resources/implement';
import { previewSubscription } from '@/lib/resources/subscriptions/contract';
import { preview } from '@/lib/workflows/change-subscription';

export const GET = implement(previewSubscription, ({ context, params, query }) =>
  preview(context, params.id, query),
);
