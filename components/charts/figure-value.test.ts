import { expect, test } from 'vitest';
import { formatChange, formatFigureShort, isBetter } from '@/components/charts/figure-value';

test.each([
  [116_700, 100_000, '16.7%'],
  [0, 4000, '100.0%'],
  [1100, 100, '1,000.0%'],
  [1600, 100, '16×'],
  [1_234_567, 1, '1,234,567×'],
  [-50, 100, '150.0%'],
  [-50_000, 100, null],
  [4000, 0, null],
  [4000, -100, null],
])('%i after %i is a change of %s', (value, before, text) => {
  expect(formatChange(value, before)).toBe(text);
});

test('an axis has no zeros at the end of its numbers', () => {
  const values = [0, 100_000, 123_456, -50_000];
  expect(values.map((value) => formatFigureShort('revenue', value, 'usd'))).toEqual([
    '$0',
    '$1K',
    '$1.2K',
    '−$500',
  ]);
});

test('more is better, but for refunds and what ends or pauses', () => {
  expect(isBetter('revenue', 2, 1)).toBe(true);
  expect(isBetter('revenue', 1, 2)).toBe(false);
  expect(isBetter('refunds', 2, 1)).toBe(false);
  expect(isBetter('ended_subscriptions', 1, 2)).toBe(true);
});
