import { isOneOf, OVER_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** What a seller can do with a subscription. */
export type SubscriptionAction =
  | 'change_price'
  | 'set_discount'
  | 'remove_discount'
  | 'set_payment_method'
  | 'retry'
  | 'pause'
  | 'resume'
  | 'cancel_at_period_end'
  | 'keep'
  | 'cancel_now';

type State = Pick<
  Subscription,
  'status' | 'paused_at' | 'cancel_at_period_end' | 'amount' | 'discount_id' | 'payment_method'
>;

const PAYING = 'A payment is under way.';

/**
 * Why an action is impossible now, in words; null where it is possible
 * (docs/contract/subscriptions.md#refused-updates). `isPaying`: a payment of it is under way.
 */
export function blockedReason(
  action: SubscriptionAction,
  subscription: State,
  { isPaying }: { isPaying: boolean },
): string | null {
  const { status } = subscription;
  if (isOneOf(OVER_STATUSES, status)) return 'It has ended.';
  if (action === 'cancel_now') return null;
  if (status === 'incomplete') return 'Its first payment has not come yet.';
  if (isOverdue(subscription)) return overdueReason(action, subscription, isPaying);
  return runningReason(action, subscription, isPaying);
}

function overdueReason(
  action: SubscriptionAction,
  { status, payment_method }: State,
  isPaying: boolean,
): string | null {
  switch (action) {
    case 'retry':
      if (payment_method === null) return 'It has no payment method.';
      return isPaying ? PAYING : null;
    case 'set_payment_method':
      return isPaying ? PAYING : null;
    case 'cancel_at_period_end':
    case 'keep':
      return 'Its period is over. Cancel it now instead.';
    case 'set_discount':
    case 'remove_discount':
      return status === 'unpaid' ? 'It is unpaid. Charge what is due first.' : null;
    default:
      return `It is ${status === 'unpaid' ? 'unpaid' : 'past due'}. Charge what is due first.`;
  }
}

function runningReason(
  action: SubscriptionAction,
  { paused_at, cancel_at_period_end, amount, discount_id }: State,
  isPaying: boolean,
): string | null {
  switch (action) {
    case 'retry':
      return 'Nothing is due.';
    case 'change_price':
      if (paused_at) return 'It is paused. Resume it first.';
      if (cancel_at_period_end) return 'It is canceled. Keep it first.';
      return isPaying ? PAYING : null;
    case 'pause':
      return cancel_at_period_end ? 'It is canceled. Keep it first.' : null;
    case 'cancel_at_period_end':
      return paused_at ? 'Its period stands still. Resume it first, or cancel it now.' : null;
    case 'set_discount':
      return amount === null ? 'The price is free.' : null;
    case 'remove_discount':
      return discount_id === null ? 'It has none.' : null;
    default:
      return null;
  }
}
