import {
  ACTIVE_STATUSES,
  CHARGEABLE_STATUSES,
  isOneOf,
  RUNNING_STATUSES,
} from '@/lib/resources/subscription-statuses/rules';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/** The other live prices of its product that a subscription can move to. */
export function otherPrices({ price_id, currency, product }: CustomerSubscription) {
  return product.prices.filter(
    (price) =>
      price.type === 'recurring' &&
      price.id !== price_id &&
      (currency === null || price.amount_type === 'free' || price.price_currency === currency),
  );
}

/** What its customer can do about a subscription now (docs/contract/subscriptions.md#customer-changes). */
export function actionsOf(subscription: CustomerSubscription) {
  const { status, cancel_at_period_end, paused_at, payment_method, amount } = subscription;
  const isLive = isOneOf(RUNNING_STATUSES, status);
  const isChangeable = isOneOf(ACTIVE_STATUSES, status) && paused_at === null;
  return {
    keep: isLive && cancel_at_period_end,
    cancel: isLive && !cancel_at_period_end,
    plan: isChangeable && otherPrices(subscription).length > 0 && payment_method !== null,
    card: isOneOf(CHARGEABLE_STATUSES, status) && (amount !== null || payment_method !== null),
  };
}
