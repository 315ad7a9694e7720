import { implement } from '@/lib/resources/implement';
import { route } from '@/lib/resources/routes';
import {
  cancelCustomerSubscription,
  getCustomerSubscription,
  updateCustomerSubscription,
} from '@/lib/resources/subscriptions/contract';
import {
  cancelSubscriptionOfBuyer,
  getForBuyer,
  updateSubscriptionOfBuyer,
} from '@/lib/workflows/change-subscription';

export const GET = route.get(getCustomerSubscription, getForBuyer);
export const PATCH = implement(updateCustomerSubscription, ({ scope, params, body }) =>
  updateSubscriptionOfBuyer(scope, params.id, body),
);
export const DELETE = implement(cancelCustomerSubscription, ({ scope, params }) =>
  cancelSubscriptionOfBuyer(scope, params.id),
);
