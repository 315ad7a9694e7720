import { discountTermsOf } from '@/components/purchase/discount-terms';
import { discountAmount } from '@/lib/resources/discounts/rules';
import type { DiscountBase } from '@/lib/resources/discounts/schema';
import { RUNNING_STATUSES } from '@/lib/resources/subscriptions/rules';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** What the next renewal asks for, in minor units. */
export interface NextCharge {
  /** When; for a past due subscription the moment at which it was due. */
  at: string;
  amount: number;
  /** What the discount takes off; null where it does not reach this renewal. */
  reduction: number | null;
  total: number;
}

/** The next charge of a subscription; null where none is to come. */
export function nextCharge(subscription: Subscription): NextCharge | null {
  const { status, amount, discount, current_period_end: at } = subscription;
  const isRunning = RUNNING_STATUSES.some((running) => running === status);
  if (!isRunning || subscription.cancel_at_period_end || amount === null || at === null)
    return null;
  const reduction =
    discount && reaches(discount, subscription, at)
      ? discountAmount(discountTermsOf(discount), amount)
      : null;
  return { at, amount, reduction, total: amount - (reduction ?? 0) };
}

/** Whether a discount still takes off something at a renewal: a trial's end is the first payment. */
function reaches(discount: DiscountBase, subscription: Subscription, at: string): boolean {
  if (discount.duration === 'forever' || subscription.status === 'trialing') return true;
  if (discount.duration !== 'repeating') return false;
  const start = new Date(subscription.started_at ?? subscription.created_at);
  start.setUTCDate(start.getUTCDate() + (subscription.price.trial_days ?? 0));
  return monthsBetween(start, new Date(at)) < discount.duration_in_months;
}

/** Renewals come on one day of the month, or on its last: the calendar's months tell their number. */
function monthsBetween(start: Date, end: Date): number {
  const years = end.getUTCFullYear() - start.getUTCFullYear();
  return years * 12 + end.getUTCMonth() - start.getUTCMonth();
}
