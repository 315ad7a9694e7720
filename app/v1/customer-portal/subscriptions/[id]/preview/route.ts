import { implement } from '@/lib/resources/implement';
import { previewCustomerSubscription } from '@/lib/resources/subscriptions/contract';
import { previewOfBuyer } from '@/lib/workflows/change-subscription';

export const GET = implement(previewCustomerSubscription, ({ scope, params, query }) =>
  previewOfBuyer(scope, params.id, query),
);
