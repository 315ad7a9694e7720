import { expect, it } from 'vitest';
import { enterThe } from '@/components/form/texts';

it.each([
  ['Name', false, 'Enter a name.'],
  ['Email', false, 'Enter an email.'],
  ['Email', true, 'Enter your email.'],
  ['URL', false, 'Enter a URL.'],
  ['API key', false, 'Enter an API key.'],
  ['Role ID', false, 'Enter a role ID.'],
  ['New password', true, 'Enter your new password.'],
  ['Repository owner', false, 'Enter a repository owner.'],
])('tells what to enter into the field %s', (label, isOwn, words) => {
  expect(enterThe(label, isOwn)).toBe(words);
});
