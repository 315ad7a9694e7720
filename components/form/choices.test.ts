import { expect, test } from 'vitest';
import { matchingChoices } from '@/components/form/choices';

const CHOICES = [
  { value: 'CD', label: 'Congo - Kinshasa' },
  { value: 'CI', label: 'Côte d’Ivoire', keywords: 'CI Ivory Coast' },
  { value: 'DE', label: 'Germany', keywords: 'DE' },
  { value: 'LA', label: 'Los Angeles, GMT−8', detail: 'America', keywords: 'Pacific Time' },
  { value: 'NI', label: 'Niger' },
];

test.each([
  ['', ['CD', 'CI', 'DE', 'LA', 'NI']],
  ['cote', ['CI']],
  ['ivory', ['CI']],
  ['los angeles, gmt-8', ['LA']],
  ['america pacific', ['LA']],
  // What begins with the text precedes what has it elsewhere.
  ['ge', ['DE', 'LA', 'NI']],
  ['germany pacific', []],
])('“%s” finds %j', (text, values) => {
  expect(matchingChoices(CHOICES, text).map(({ value }) => value)).toEqual(values);
});
