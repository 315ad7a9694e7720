import { expect, it } from 'vitest';
import { CANCEL, DETAILS } from '@/components/portal/texts';
import { lostBenefits } from '@/components/purchase/lost-benefits';

it.each([
  [1, 1, 'Then 1 license key stops working.'],
  [1, 0, 'Then 1 benefit stops working.'],
  [3, 1, 'Then 2 benefits and 1 license key stop working.'],
  [2, 1, 'Then 1 benefit and 1 license key stop working.'],
  [2, 2, 'Then 2 license keys stop working.'],
])('names what %i benefits, %i of them keys, lose', (benefits_revoked, keys_revoked, words) => {
  const lost = lostBenefits({ benefits_revoked, keys_revoked });
  expect(CANCEL.loses(lost, benefits_revoked)).toBe(words);
});

it('asks to contact a seller with an address alone', () => {
  expect(DETAILS.emailHelp('Quill', null)).not.toContain('contact');
  expect(DETAILS.emailHelp('Quill', 'hello@quill.example')).toContain('hello@quill.example');
});
