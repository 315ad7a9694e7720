import { expect, it, vi } from 'vitest';
import { memoized } from '@/lib/api/memoize';

const print = vi.fn(({ name }: { name: string }) => ({ name }));
const serialize = memoized(print);

it('serializes a cached row once', () => {
  const row = Object.freeze({ name: 'A' });
  expect(serialize(row)).toBe(serialize(row));
  expect(print).toHaveBeenCalledOnce();
});

it('serializes a row that is not cached as it is at that moment', () => {
  const row = { name: 'A' };
  expect(serialize(row)).toEqual({ name: 'A' });
  row.name = 'B';
  expect(serialize(row)).toEqual({ name: 'B' });
});
