import { expect, it } from 'vitest';
import {
  monthlyEquivalent,
  receiptLines,
  renewalNotice,
  totalLine,
  yearlySaving,
} from '@/components/purchase/summary';
import type { ProductPrice } from '@/lib/resources/products/schema';

const BASE = {
  id: 'a',
  created_at: '2026-01-01T00:00:00Z',
  modified_at: null,
  is_archived: false,
  product_id: 'p',
  price_currency: 'usd',
  trial_days: null,
  type: 'recurring',
  amount_type: 'fixed',
} as const;
const monthly = (price_amount: number): ProductPrice => ({
  ...BASE,
  recurring_interval: 'month',
  price_amount,
});
const yearly = (price_amount: number): ProductPrice => ({
  ...BASE,
  recurring_interval: 'year',
  price_amount,
});

it.each([
  [2000, 20_000, 17],
  [1200, 12_000, 17],
  [1000, 9_960, 17],
  [2000, 24_000, null],
  [2000, 30_000, null],
])('compares %i a month with %i a year', (month, year, percent) => {
  const prices = [monthly(month), yearly(year)];
  expect(yearlySaving(yearly(year), prices)).toBe(percent);
  expect(yearlySaving(monthly(month), prices)).toBeNull();
});

it('compares with nothing where there is no monthly price', () => {
  expect(yearlySaving(yearly(9000), [yearly(9000)])).toBeNull();
});

it.each([
  ['month', 3, '$16.00 every month for 3 months, then $20.00 every month'],
  ['month', 1, '$16.00 for the first month, then $20.00 every month'],
  ['year', 3, '$16.00 for the first year, then $20.00 every year'],
  ['year', 13, '$16.00 every year for 2 years, then $20.00 every year'],
] as const)('a discount of months at a price each %s, %i months', (interval, months, text) => {
  const purchase = {
    product: { name: 'Quill' },
    product_price: { ...BASE, recurring_interval: interval, price_amount: 2000 },
    amount: 2000,
    subtotal_amount: 1600,
    tax_amount: 0,
    total_amount: 1600,
    currency: 'usd',
    discount: {
      id: 'd',
      name: 'Launch',
      code: null,
      type: 'percentage',
      basis_points: 2000,
      duration: 'repeating',
      duration_in_months: months,
    },
  } as const;
  expect(renewalNotice(purchase, '')).toBe(text);
});

it('says what a month of a yearly price comes to', () => {
  expect(monthlyEquivalent(yearly(8000))).toBe('$6.67/month');
  expect(monthlyEquivalent(monthly(8000))).toBeNull();
});

it('has a row for tax where there is some, and calls the start of a trial no payment', () => {
  const sold = {
    product: { name: 'Quill' },
    product_price: monthly(2000),
    amount: 2000,
    subtotal_amount: 2000,
    tax_amount: 0,
    total_amount: 2000,
    currency: 'usd',
    discount: null,
  };
  const labels = (tax_amount: number | null) =>
    receiptLines({ ...sold, tax_amount }).map(({ label }) => label);
  expect(labels(0)).toEqual(['Quill, 1 month']);
  expect(labels(300)).toEqual(['Quill, 1 month', 'Tax']);
  expect(labels(null)).toEqual(['Quill, 1 month', 'Tax']);
  const trial = { ...sold, product_price: { ...monthly(2000), trial_days: 14 } as ProductPrice };
  expect(totalLine(trial, 'paid')).toEqual({ label: 'Total', amount: 0 });
  expect(totalLine(sold, 'paid')).toEqual({ label: 'Paid', amount: 2000 });
});
