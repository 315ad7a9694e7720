import { implement } from '@/lib/resources/implement';
import { payCustomerSubscription } from '@/lib/resources/subscriptions/contract';
import { payOfBuyer } from '@/lib/workflows/change-subscription';

export const POST = implement(payCustomerSubscription, ({ scope, params }) =>
  payOfBuyer(scope, params.id),
);
