import { describe, expect, it } from 'vitest';
import { blockedReason, type SubscriptionAction } from '@/components/subscriptions/actions';
import { dunningOf } from '@/components/subscriptions/dunning';
import { effectSentences } from '@/components/subscriptions/effect-sentences';
import { historyOf } from '@/components/subscriptions/history';
import { behaviorOptions, targetPrices } from '@/components/subscriptions/price-change';
import type { Payment } from '@/lib/resources/payments/schema';
import type { ProductPrice } from '@/lib/resources/products/schema';
import type {
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
} from '@/lib/resources/subscriptions/schema';

const ACTIONS: SubscriptionAction[] = [
  'change_price',
  'set_discount',
  'remove_discount',
  'set_payment_method',
  'retry',
  'pause',
  'resume',
  'cancel_at_period_end',
  'keep',
  'cancel_now',
];
const active = {
  status: 'active',
  paused_at: null,
  cancel_at_period_end: false,
  amount: 1500,
  discount_id: 'd1',
  payment_method: { type: 'card', brand: 'visa', last4: '4242' },
} as const;
const possible = (state: Partial<Subscription>, isPaying = false) =>
  ACTIONS.filter(
    (action) =>
      blockedReason(action, { ...active, ...state } as Subscription, { isPaying }) === null,
  );

describe('what is possible', () => {
  it.each([
    ['canceled', []],
    ['incomplete_expired', []],
    ['incomplete', ['cancel_now']],
    ['unpaid', ['set_payment_method', 'retry', 'cancel_now']],
    ['past_due', ['set_discount', 'remove_discount', 'set_payment_method', 'retry', 'cancel_now']],
  ] as const)('%s', (status, actions) => {
    expect(possible({ status })).toEqual(actions);
  });

  it('leaves out what a pause, a cancellation or an open payment forbids', () => {
    expect(possible({})).not.toContain('retry');
    const paused = possible({ paused_at: '2026-05-03T00:00:00.000Z' });
    expect(paused).not.toContain('change_price');
    expect(paused).not.toContain('cancel_at_period_end');
    expect(possible({ cancel_at_period_end: true })).not.toContain('pause');
    expect(possible({}, true)).not.toContain('change_price');
    expect(possible({ status: 'past_due' }, true)).not.toContain('retry');
    expect(possible({ status: 'past_due', payment_method: null })).not.toContain('retry');
    expect(possible({ amount: null, discount_id: null })).not.toContain('set_discount');
    expect(possible({ discount_id: null })).not.toContain('remove_discount');
  });
});

describe('the history', () => {
  it('names a new price in the currency of the subscription', () => {
    const change = (price_id: string, amount: number, changed_at: string) => ({
      ...{ price_id, amount, changed_at, product_id: 'p1', discount_id: null, is_paused: false },
      ...({ status: 'active', recurring_interval: 'month' } as const),
    });
    const changes: SubscriptionChange[] = [
      change('yen', 1900, '2026-05-02T00:00:00.000Z'),
      change('before', 900, '2026-05-01T00:00:00.000Z'),
    ];
    const subscription = { currency: 'jpy', started_at: null, canceled_at: null } as Subscription;
    const happened = { orders: [], payments: [], bought: [], changes };
    const titles = historyOf(subscription, happened, 'UTC').map(({ title }) => title);
    expect(titles).toEqual(['Price changed to ¥1,900 / month']);
  });
});

describe('a past due renewal', () => {
  const subscription = {
    current_period_end: '2026-05-01T00:00:00.000Z',
    next_retry_at: '2026-05-08T00:00:00.000Z',
  };
  const payment = (created_at: string, status: Payment['status']) =>
    ({ created_at, status }) as Payment;

  it('counts what was declined since the period ended, and knows the last try', () => {
    const first = payment('2026-05-01T00:00:00.000Z', 'declined');
    const second = payment('2026-05-02T00:00:00.000Z', 'declined');
    const older = payment('2026-04-20T00:00:00.000Z', 'declined');
    const open = payment('2026-05-03T00:00:00.000Z', 'processing');
    const found = dunningOf(subscription, [open, second, first, older]);
    expect(found.tries).toEqual([first, second]);
    expect(found).toMatchObject({ isLastTry: true, lastTryAt: '2026-05-08T00:00:00.000Z' });
    const next_retry_at = '2026-05-06T00:00:00.000Z';
    expect(dunningOf({ ...subscription, next_retry_at }, [first]).isLastTry).toBe(false);
    expect(dunningOf(subscription, [])).toMatchObject({ isLastTry: false, lastTryAt: null });
  });
});

describe('effects', () => {
  const preview: SubscriptionPreview = {
    lines: [],
    amount_now: 500,
    credit_after: 0,
    next_charge_at: '2026-06-01T12:00:00.000Z',
    next_charge_amount: 3000,
    benefits_granted: 2,
    benefits_revoked: 1,
    keys_revoked: 1,
    ends_at: null,
  };
  const product = { name: 'Quill Pro', benefits: [] } as unknown as Subscription['product'];
  const say = (more: Partial<SubscriptionPreview>, context: object = {}) =>
    effectSentences(
      { ...preview, ...more },
      {
        subscription: { currency: 'usd', credit: 0, product },
        chargedAt: 'now',
        zone: 'UTC',
        ...context,
      },
    );

  it('are said by name, and in numbers where there are several', () => {
    expect(say({ credit_after: 250, benefits_revoked: 3 })).toEqual([
      'The next charge is $30.00 on Jun 1, 2026.',
      '$2.50 of credit is left for the next charges.',
      'Revokes 2 benefits and the license key of Quill Pro.',
      'Grants 2 benefits.',
    ]);
  });

  it('of an end say what lapses and when', () => {
    const subscription = { currency: 'usd', credit: 300, product };
    const ends_at = '2026-06-01T12:00:00.000Z';
    const end = { ends_at, credit_after: 300, benefits_granted: 0, next_charge_at: null };
    expect(say(end, { subscription, endsLater: true })).toEqual([
      'Its credit of $3.00 lapses then.',
      'The license key of Quill Pro is revoked then.',
    ]);
  });
});

describe('another price', () => {
  const price = (id: string, more: object = {}) =>
    ({
      id,
      type: 'recurring',
      amount_type: 'fixed',
      is_archived: false,
      recurring_interval: 'month',
      ...more,
    }) as ProductPrice;

  it('is recurring, for sale, of a known amount, and not the present one', () => {
    const prices = [
      price('present'),
      price('yearly', { recurring_interval: 'year' }),
      price('archived', { is_archived: true }),
      price('custom', { amount_type: 'custom' }),
      price('once', { type: 'one_time' }),
    ];
    const present = { price_id: 'present', currency: null };
    expect(targetPrices(prices, present).map(({ id }) => id)).toEqual(['yearly']);
  });

  it.each([
    [{}, 'month', ['invoice', 'prorate', 'next_period']],
    [{}, 'year', ['invoice', 'next_period']],
    [{ amount: null }, 'month', ['invoice', 'next_period']],
    [{ status: 'trialing' }, 'month', []],
  ] as const)('of %j to a %s', (state, recurring_interval, values) => {
    const subscription = { status: 'active', amount: 1500, recurring_interval: 'month', ...state };
    const options = behaviorOptions(subscription as Subscription, { recurring_interval });
    expect(options.map(({ value }) => value)).toEqual(values);
  });
});
