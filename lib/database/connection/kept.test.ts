import { expect, it, vi } from 'vitest';
import { Kept, keepFrom } from '@/lib/database/connection/kept';

it('holds what was used last', () => {
  const kept = new Kept<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect(['a', 'b', 'c'].map((name) => kept.get(name))).toEqual([1, undefined, 3]);
});

it('is forgotten once another start of the server is read from', () => {
  const kept = new Kept<number>(2);
  keepFrom('one');
  kept.set('a', 1);
  keepFrom('one');
  expect(kept.get('a')).toBe(1);
  keepFrom('another');
  expect(kept.get('a')).toBeUndefined();
});

it('is forgotten as well where the module is loaded once more', async () => {
  vi.resetModules();
  const again = await import('@/lib/database/connection/kept');
  expect(again.Kept).not.toBe(Kept);
  const kept = new again.Kept<number>(2);
  keepFrom('first');
  kept.set('a', 1);
  keepFrom('second');
  expect(kept.get('a')).toBeUndefined();
});
