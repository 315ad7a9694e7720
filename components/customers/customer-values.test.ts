import { expect, test } from 'vitest';
import { bodyOf, EMPTY, valuesOf } from '@/components/customers/customer-values';
import { activeOf, deletionEffects } from '@/components/customers/texts';
import { billingProblemsOf as problemsOf } from '@/components/purchase/billing-values';

const ADA = { ...EMPTY, email: 'ada@example.com' };
const inCountry = (country: string | null) => ({ ...EMPTY.billing_address, country });

test('an address is sent with its country, and not without one', () => {
  expect(bodyOf(ADA)).toMatchObject({ billing_address: null, tax_id: null });
  expect(bodyOf({ ...ADA, billing_address: inCountry('DE') }).billing_address).toEqual(
    inCountry('DE'),
  );
  const lines = { ...inCountry(null), city: 'Berlin' };
  expect(problemsOf({ ...ADA, billing_address: lines })).toMatchObject([
    { loc: ['body', 'billing_address', 'country'] },
  ]);
});

test.each([
  [[0, 0, 0, 0], null],
  [[2, 2, 0, 0], '2 active'],
  [[3, 1, 0, 0], '1 of 3 active'],
  [[1, 1, 1, 0], '1 active, 1 paused'],
  [[4, 2, 1, 1], '3 of 4 active, 1 paused, 1 past due'],
] as const)('subscriptions in numbers: %s', ([all, active, paused, pastDue], text) => {
  const counts = {
    subscriptions_count: all,
    active_subscriptions_count: active,
    paused_subscriptions_count: paused,
    past_due_subscriptions_count: pastDue,
  };
  expect(activeOf(counts)).toBe(text);
});

test('a tax id takes its type from the country', () => {
  const typed = { ...ADA, tax_id: 'DE 123 456 789' };
  const german = { ...typed, billing_address: inCountry('DE') };
  expect(bodyOf(german).tax_id).toEqual(['DE123456789', 'eu_vat']);
  expect(problemsOf(german)).toEqual([]);
  expect(problemsOf(typed)).toMatchObject([{ loc: ['body', 'tax_id'] }]);
  expect(problemsOf({ ...typed, billing_address: inCountry('US') })).toMatchObject([
    { loc: ['body', 'tax_id'] },
  ]);
});

test('a stored tax id keeps its type, even where the country would say another', () => {
  const stored = ['123456789', 'us_ein'] as [string, 'us_ein'];
  const customer = { ...ADA, billing_address: null, tax_id: stored };
  const values = valuesOf(customer as unknown as Parameters<typeof valuesOf>[0]);
  expect(bodyOf(values, stored).tax_id).toEqual(stored);
  expect(problemsOf(values, stored)).toEqual([]);
  const moved = { ...values, billing_address: inCountry('CH'), tax_id: '987654321' };
  expect(problemsOf(moved, stored)).toHaveLength(1);
});

test('a deletion says what it ends, in numbers', () => {
  expect(deletionEffects({ subscriptions: 1, benefits: 4, keys: 3, orders: 1 })).toBe(
    'Cancels 1 subscription now and takes away 4 benefits, including 3 license keys. No refund. 1 order stays in your records. This can’t be undone.',
  );
  expect(deletionEffects({ subscriptions: 0, benefits: 0, keys: 0, orders: 2 })).toBe(
    'Nothing they bought is in use. No refund. 2 orders stay in your records. This can’t be undone.',
  );
});

test('license keys that are all benefits are counted once', () => {
  expect(deletionEffects({ subscriptions: 0, benefits: 1, keys: 1, orders: 1 })).toBe(
    'Takes away 1 license key. No refund. 1 order stays in your records. This can’t be undone.',
  );
});

test('a deletion takes away what was bought once, such as downloads', () => {
  expect(deletionEffects({ subscriptions: 0, benefits: 1, keys: 0, orders: 1 })).toBe(
    'Takes away 1 benefit. No refund. 1 order stays in your records. This can’t be undone.',
  );
});
