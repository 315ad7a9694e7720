import { expect, it } from 'vitest';
import { CANCEL } from '@/components/portal/subscription-texts';
import { DETAILS } from '@/components/portal/texts';
import { lostBenefits } from '@/components/purchase/lost-benefits';

const QUILL_PRO = {
  name: 'Quill Pro',
  benefits: [
    { type: 'license_keys', description: 'Quill Pro license' },
    { type: 'discord', description: 'Community channel' },
  ],
} as const;

it.each([
  [1, 1, 'Then the license key of Quill Pro stops working.'],
  [1, 0, 'Then Community channel stops working.'],
  [3, 1, 'Then 2 benefits and the license key of Quill Pro stop working.'],
  [2, 1, 'Then Community channel and the license key of Quill Pro stop working.'],
  [2, 2, 'Then 2 license keys stop working.'],
  [4, 1, 'Then 3 benefits and the license key of Quill Pro stop working.'],
])('names what %i benefits, %i of them keys, lose', (benefits_revoked, keys_revoked, words) => {
  const lost = lostBenefits({ benefits_revoked, keys_revoked }, QUILL_PRO);
  expect(CANCEL.loses(lost, benefits_revoked)).toBe(words);
});

it('asks to contact a seller with an address alone', () => {
  expect(DETAILS.emailHelp('Quill', null)).not.toContain('contact');
  expect(DETAILS.emailHelp('Quill', 'hello@quill.example')).toContain('hello@quill.example');
});
