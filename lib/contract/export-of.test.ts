import { expect, test } from 'vitest';
import { z } from 'zod';
import { exportOf } from '@/lib/contract/export-of';
import { resource } from '@/lib/contract/resource';

const Ticket = z.object({
  id: z.string(),
  sold_at: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  ...z.object({ seats: z.array(z.string()).optional() }).required().shape,
  buyer: z.object({ name: z.string() }).nullable(),
  metadata: z.record(z.string(), z.string()),
});

test('an export that names no columns has what its list prints, but for objects and lists', () => {
  const list = resource('discounts', Ticket).list({});
  expect(exportOf(list).columns.map(({ header }) => header)).toEqual([
    'id',
    'sold_at',
    'sold_at_local',
    'amount',
    'amount_decimal',
    'currency',
    'metadata',
  ]);
});

test('an export of variants has to name its columns', () => {
  const Variants = z.discriminatedUnion('type', [
    z.object({ type: z.literal('day'), day: z.string() }),
    z.object({ type: z.literal('week'), week: z.int() }),
  ]);
  const list = resource('discounts', Variants).list({});
  expect(() => exportOf(list)).toThrow('The export of discounts:list has to name its columns');
  expect(exportOf(list, ['type']).columns.map(({ header }) => header)).toEqual(['type']);
});
