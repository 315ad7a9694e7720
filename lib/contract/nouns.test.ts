import { expect, it } from 'vitest';
import { oneOf, pluralOf, singularOf } from '@/lib/contract/nouns';
import { contracts } from '@/lib/resources/registry';

it.each([
  ['checkout link', 'checkout links', 'a checkout link'],
  ['advertisement campaign', 'advertisement campaigns', 'an advertisement campaign'],
  ['category', 'categories', 'a category'],
  ['survey', 'surveys', 'a survey'],
  ['box', 'boxes', 'a box'],
  ['address', 'addresses', 'an address'],
  ['license', 'licenses', 'a license'],
  ['status', 'statuses', 'a status'],
  ['campus', 'campuses', 'a campus'],
  ['cause', 'causes', 'a cause'],
  ['house', 'houses', 'a house'],
  ['use', 'uses', 'a use'],
  ['size', 'sizes', 'a size'],
  ['waltz', 'waltzes', 'a waltz'],
  ['unit', 'units', 'a unit'],
  ['user', 'users', 'a user'],
  ['hour', 'hours', 'an hour'],
])('%s, %s, %s', (one, many, withArticle) => {
  expect(pluralOf(one)).toBe(many);
  expect(singularOf(many)).toBe(one);
  expect(oneOf(one)).toBe(withArticle);
});

it('every tag has one of it, and several of that are the tag', () => {
  for (const tag of new Set(contracts.map((contract) => contract.tag))) {
    if (tag.endsWith('s')) expect(pluralOf(singularOf(tag))).toBe(tag);
  }
});
