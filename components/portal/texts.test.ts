import { expect, it } from 'vitest';
import { CANCEL, DETAILS } from '@/components/portal/texts';

it.each([
  [0, 1, 'Then 1 license key stops working.'],
  [1, 0, 'Then 1 benefit stops working.'],
  [1, 1, 'Then 1 benefit and 1 license key stop working.'],
  [0, 2, 'Then 2 license keys stop working.'],
])('names what %i benefits and %i keys lose', (benefits, keys, words) => {
  expect(CANCEL.loses(benefits, keys)).toBe(words);
});

it('asks to write to a seller with an address alone', () => {
  expect(DETAILS.emailHelp('Quill', null)).not.toContain('write');
  expect(DETAILS.emailHelp('Quill', 'hello@quill.example')).toContain('hello@quill.example');
});
