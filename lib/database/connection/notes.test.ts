import { expect, it } from 'vitest';
import { Notes, notesWritten } from '@/lib/database/connection/notes';

it('are written in batches, each with the first value of what was noted', async () => {
  const batches: [string, number][][] = [];
  let resume = () => {};
  const notes = new Notes<number>('numbers', async (noted) => {
    batches.push([...noted]);
    if (batches.length === 1) {
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    }
  });
  notes.add('a', 1);
  notes.add('b', 2);
  notes.add('a', 3);
  expect(batches).toEqual([]);
  while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
  notes.add('a', 4);
  notes.add('c', 5);
  notes.add('d', 6);
  expect([notes.get('a'), notes.get('c')]).toEqual([1, 5]);
  resume();
  await notesWritten();
  expect(batches).toEqual([
    [
      ['a', 1],
      ['b', 2],
    ],
    [
      ['c', 5],
      ['d', 6],
    ],
  ]);
  expect(notes.get('a')).toBeUndefined();
});

it('are dropped where they cannot be written, and can be noted again', async () => {
  const tried: string[][] = [];
  const notes = new Notes<boolean>('answers', async (noted) => {
    tried.push([...noted.keys()]);
    if (tried.length === 1) throw new Error('read only');
  });
  for (const key of ['a', 'a']) {
    notes.add(key, true);
    await notesWritten();
  }
  expect(tried).toEqual([['a'], ['a']]);
});
