import { expect, it } from 'vitest';
import { slugOf } from '@/components/form/slug';

it.each([
  ['Ångström’s Söhne & Co.', 'angstroms-sohne-co'],
  ["Nina's Fonts", 'ninas-fonts'],
  ['Straße 7', 'strasse-7'],
  ['Møller & Søn, Łódź', 'moller-son-lodz'],
  ['日本', ''],
])('%j → %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
