import { expect, it } from 'vitest';
import { changedFields, isEqual } from '@/components/form/rebase';

it('compares values however deep, and whatever the order of their keys', () => {
  expect(isEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isEqual([1, 2], [2, 1])).toBe(false);
  expect(isEqual(null, '')).toBe(false);
});

it('finds the fields that differ, and those that were not there', () => {
  const before = { name: 'Paper', links: ['a'], settings: { end: 'unpaid' } };
  expect(changedFields({ ...before }, before)).toEqual({});
  const next = { name: 'Paper', links: ['a', 'b'], settings: { end: 'unpaid' }, email: null };
  expect(changedFields(next, before)).toEqual({ links: ['a', 'b'], email: null });
});
