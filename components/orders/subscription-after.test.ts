import { describe, expect, it } from 'vitest';
import { effectOnSubscription, stepsAfter } from '@/components/orders/subscription-after';
import type { OrderSubscription } from '@/lib/resources/subscriptions/schema';

const active = {
  status: 'active',
  current_period_end: '2026-06-01T00:00:00.000Z',
  cancel_at_period_end: false,
  ended_at: null,
  paused_at: null,
  next_retry_at: null,
} as OrderSubscription;
const at = '2026-05-20T00:00:00.000Z';
const NEXT = 'Benefits come back with the next paid renewal.';

describe('the subscription of a refunded order', () => {
  it.each([
    [{}, 'goes on and renews on Jun 1, 2026. Cancel it to stop further charges.', NEXT],
    [
      { status: 'trialing' },
      'goes on and is charged first on Jun 1, 2026. Cancel it to stop further charges.',
      NEXT,
    ],
    [{ cancel_at_period_end: true }, 'goes on and ends on Jun 1, 2026.', null],
    [
      { paused_at: at },
      'stays paused. It is not charged until it is resumed.',
      'Benefits come back with the first paid renewal after it is resumed.',
    ],
    [
      { status: 'past_due', next_retry_at: at },
      'is past due. Its renewal is tried again on May 20, 2026. Cancel it to stop further charges.',
      NEXT,
    ],
    [{ status: 'past_due' }, 'is past due. Cancel it to stop further charges.', NEXT],
  ] as const)('%j', (state, sentence, grantsAgain) => {
    const found = effectOnSubscription({ ...active, ...state } as OrderSubscription, 'UTC');
    expect(found).toEqual({ sentence, grantsAgain });
  });

  it.each(['canceled', 'unpaid', 'incomplete'] as const)('is not spoken of when %s', (status) => {
    expect(effectOnSubscription({ ...active, status, ended_at: at }, 'UTC')).toBeNull();
  });
});

it.each([
  [{}, 'Renews', active.current_period_end, 'future'],
  [{ cancel_at_period_end: true }, 'Ends', active.current_period_end, 'future'],
  [{ paused_at: at }, 'Subscription paused', at, 'past'],
  [{ status: 'past_due', next_retry_at: at }, 'Next retry', at, 'future'],
  [{ status: 'past_due' }, 'Renewal was due', active.current_period_end, 'past'],
  [{ status: 'canceled', ended_at: at }, 'Subscription ended', at, 'past'],
] as const)('the step after the sale of a subscription %j', (state, label, when, step) => {
  const found = stepsAfter({ ...active, ...state } as OrderSubscription);
  expect(found).toEqual([{ label, at: when, state: step }]);
});
