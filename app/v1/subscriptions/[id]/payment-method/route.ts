import { implement } from '@/lib/resources/implement';
import { setSubscriptionPaymentMethod } from '@/lib/resources/subscriptions/contract';
import { setPaymentMethod } from '@/lib/workflows/change-subscription';

export const POST = implement(setSubscriptionPaymentMethod, ({ scope, params, body }) =>
  setPaymentMethod(scope, params.id, body),
);
