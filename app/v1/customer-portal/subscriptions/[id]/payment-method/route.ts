import { implement } from '@/lib/resources/implement';
import { setCustomerSubscriptionPaymentMethod } from '@/lib/resources/subscriptions/contract';
import { setPaymentMethodOfBuyer } from '@/lib/workflows/change-subscription';

export const POST = implement(setCustomerSubscriptionPaymentMethod, ({ context, params, body }) =>
  setPaymentMethodOfBuyer(context, params.id, body),
);
