import { expect, it } from 'vitest';
import { renewalTerms, subscriptionNotice } from '@/components/hosted-checkout/renewal';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

const checkout = {
  amount: 1500,
  subtotal_amount: 1500,
  currency: 'usd',
  discount: null,
  product_price: {
    id: 'p1',
    type: 'recurring',
    amount_type: 'fixed',
    price_amount: 1500,
    price_currency: 'usd',
    recurring_interval: 'month',
    trial_days: null,
  },
  organization: { name: 'Quill', email: 'help@quill.example' },
} as CheckoutPublic;
const active = {
  status: 'active',
  amount: 1500,
  price_id: 'p1',
  pending_price_id: null,
  discount_id: null,
  paused_at: null,
  cancel_at_period_end: false,
  current_period_end: '2026-06-01T12:00:00.000Z',
  next_retry_at: null,
  ended_at: null,
} as CustomerSubscription;
const at = '2026-05-20T12:00:00.000Z';

it.each([
  [{}, 'Renews every month for $15.00 until you cancel. The next charge is on Jun 1, 2026.'],
  [{ price_id: 'p2' }, 'The next charge is on Jun 1, 2026.'],
  [{ pending_price_id: 'p2' }, 'The next charge is on Jun 1, 2026.'],
  [{ discount_id: 'd1' }, 'The next charge is on Jun 1, 2026.'],
  [{ status: 'trialing', price_id: 'p2' }, 'The first charge is on Jun 1, 2026.'],
  [{ cancel_at_period_end: true }, 'The subscription ends on Jun 1, 2026. It does not renew.'],
  [
    { paused_at: at, cancel_at_period_end: true },
    'The subscription is paused. It is not charged until it is resumed.',
  ],
  [
    { status: 'past_due', next_retry_at: at },
    'The renewal could not be charged. The next try is on May 20, 2026.',
  ],
  [{ status: 'past_due' }, 'The renewal could not be charged.'],
  [
    { status: 'canceled', ended_at: at },
    'The subscription ended on May 20, 2026. It is not charged again.',
  ],
  [{ amount: null }, null],
  [{ status: 'incomplete' }, null],
] as const)('of %j the buyer reads: %s', (state, words) => {
  const subscription = { ...active, ...state } as CustomerSubscription;
  expect(subscriptionNotice(subscription, checkout, { zone: 'UTC', isMailed: true })).toBe(words);
});

it('names the seller where no mail leads the buyer to the portal', () => {
  const trial = { ...checkout, product_price: { ...checkout.product_price, trial_days: 14 } };
  expect(renewalTerms(trial as CheckoutPublic, false)).toBe(
    'Free for 14 days, then $15.00 every month. Contact Quill to cancel.',
  );
  expect(renewalTerms(checkout, false)).toBe(
    'Renews every month for $15.00. Contact Quill to cancel.',
  );
  const silent = { ...checkout, organization: { name: 'Quill', email: null } } as CheckoutPublic;
  expect(renewalTerms(silent, false)).toBe(
    'Renews every month for $15.00. To cancel, ask Quill for a link to your purchases.',
  );
});
