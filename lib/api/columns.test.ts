import { expect, it } from 'vitest';
import { columns } from '@/lib/api/columns';

it('names fields as columns, and leaves out what is not given', () => {
  const starts_at = new Date(0);
  const body = { name: 'A', starts_at, max_redemptions_per_day: null, code: undefined };
  expect(columns(body)).toStrictEqual({
    name: 'A',
    startsAt: starts_at,
    maxRedemptionsPerDay: null,
  });
});
