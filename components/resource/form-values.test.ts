import { expect, test } from 'vitest';
import { z } from 'zod';
import { emptyOf, inOwnCurrency, storedValues } from '@/components/resource/form-values';

test('the values of a stored object are its fields, and empty where it has none', () => {
  const empty = { name: '', amount: null, duration: 'once', note: 'None', metadata: {} };
  const stored = { id: '1', name: 'Launch', duration: 'forever', note: null, metadata: { a: 1 } };
  expect(storedValues(stored, empty)).toEqual({
    name: 'Launch',
    amount: null,
    duration: 'forever',
    note: 'None',
    metadata: { a: 1 },
  });
});

test("an amount is in the organization's currency until another is chosen", () => {
  expect(inOwnCurrency({ amount: 500, currency: null }, 'eur')).toEqual({
    amount: 500,
    currency: 'eur',
  });
  const chosen = { amount: 500, currency: 'jpy' };
  expect(inOwnCurrency(chosen, 'eur')).toEqual(chosen);
  expect(inOwnCurrency({ name: 'Launch' }, 'eur')).toEqual({ name: 'Launch' });
});

test('an empty form has a value of each field that it may set', () => {
  const Created = z.object({
    name: z.string().min(1),
    note: z.string().nullish(),
    is_public: z.boolean().optional(),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.string()).optional(),
    currency: z.string().default('usd'),
    organization_id: z.string().nullish(),
  });
  expect(emptyOf(Created)).toEqual({
    name: '',
    note: null,
    is_public: false,
    tags: [],
    metadata: {},
  });
});
