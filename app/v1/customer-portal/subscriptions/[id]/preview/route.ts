import { implement } from '@/lib/resources/implement';
import { previewCustomerSubscription } from '@/lib/resources/subscriptions/contract';
import { previewOfBuyer } from '@/lib/workflows/change-subscription';

export const GET = implement(previewCustomerSubscription, ({ context, params, query }) =>
  previewOfBuyer(context, params.id, query),
);
