import { expect, it } from 'vitest';
import { addMonths } from '@/lib/contract/times';

it.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2024-01-31T10:00:00Z', 13, '2025-02-28T10:00:00Z'],
  ['2026-11-30T23:59:59Z', 3, '2027-02-28T23:59:59Z'],
])('addMonths: %s and %i months are %s', (from, months, to) => {
  expect(addMonths(new Date(from), months)).toEqual(new Date(to));
});
