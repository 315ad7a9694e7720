import { expect, test } from 'vitest';
import { z } from 'zod';
import { emptyOf, storedValues } from '@/components/resource/form-values';

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
