import { expect, it } from 'vitest';
import { bodyColumns } from '@/lib/api/columns';

it('names fields as columns, and leaves out what is no column or not given', () => {
  const starts_at = new Date(0);
  const body = { name: 'A', starts_at, max_redemptions: null, code: undefined, products: ['p'] };
  expect(bodyColumns('Discount')(body)).toStrictEqual({
    name: 'A',
    startsAt: starts_at,
    maxRedemptions: null,
  });
});
