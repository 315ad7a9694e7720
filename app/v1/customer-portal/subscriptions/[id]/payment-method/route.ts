import { implement } from '@/lib/resources/implement';
import { setCustomerSubscriptionPaymentMethod } from '@/lib/resources/subscriptions/contract';
import { setPaymentMethodOfBuyer } from '@/lib/workflows/change-subscription';

export const POST = implement(setCustomerSubscriptionPaymentMethod, ({ scope, params, body }) =>
  setPaymentMethodOfBuyer(scope, params.id, body),
);
