import { expect, test } from 'vitest';
import { formatChange } from '@/components/charts/figure-value';

test.each([
  [116_700, 100_000, '16.7%'],
  [0, 4000, '100%'],
  [1100, 100, '1,000%'],
  [1600, 100, '16×'],
  [1_234_567, 1, '1,234,567×'],
  [-50, 100, '150%'],
  [-50_000, 100, null],
  [4000, 0, null],
  [4000, -100, null],
])('%i after %i is a change of %s', (value, before, text) => {
  expect(formatChange(value, before)).toBe(text);
});
