import { renewalNotice } from '@/components/purchase/summary';
import { TERMS } from '@/components/purchase/texts';
import { formatDate } from '@/components/ui/time';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/**
 * When a checkout is charged again, and who cancels: buyers whom mails reach, in the portal
 * (docs/contract/portal.md#who-cancels). Null for what is paid once.
 */
export function renewalTerms(checkout: CheckoutPublic, isMailed: boolean): string | null {
  const { name, email } = checkout.organization;
  const sellerCancels = email ? TERMS.sellerCancels : TERMS.linkCancels;
  return renewalNotice(checkout, isMailed ? TERMS.buyerCancels : sellerCancels(name));
}

/**
 * When a bought subscription is charged next, or why it is not; null for a free one. The terms of the
 * checkout are repeated while they hold. Days are those of `zone`; `isMailed`: mails of the
 * seller reach buyers.
 */
export function subscriptionNotice(
  subscription: CustomerSubscription,
  checkout: CheckoutPublic,
  { zone, isMailed }: { zone: string; isMailed: boolean },
): string | null {
  const { status, paused_at, cancel_at_period_end, current_period_end } = subscription;
  const { ended_at, next_retry_at } = subscription;
  const on = (value: string | null) => (value ? ` on ${formatDate(value, zone)}` : '');
  switch (status) {
    case 'incomplete':
    case 'incomplete_expired':
      return null;
    case 'canceled':
    case 'unpaid':
      return `The subscription ended${on(ended_at)}. It is not charged again.`;
    case 'past_due':
      return next_retry_at
        ? `The renewal could not be charged. The next try is${on(next_retry_at)}.`
        : 'The renewal could not be charged.';
  }
  if (paused_at) return 'The subscription is paused. It is not charged until it is resumed.';
  if (cancel_at_period_end)
    return `The subscription ends${on(current_period_end)}. It does not renew.`;
  if (subscription.amount === null && subscription.pending_price_id === null) return null;
  const charge = status === 'trialing' ? 'first charge' : 'next charge';
  const next = `The ${charge} is${on(current_period_end)}.`;
  return hasTermsOf(subscription, checkout) ? `${renewalTerms(checkout, isMailed)} ${next}` : next;
}

/** Whether price and discount are still those of the checkout. */
function hasTermsOf(
  { price_id, pending_price_id, discount_id }: CustomerSubscription,
  { product_price, discount }: CheckoutPublic,
): boolean {
  const isSamePrice = price_id === product_price.id && pending_price_id === null;
  return isSamePrice && discount_id === (discount?.id ?? null);
}
