import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MetadataInput } from '@/lib/contract/fields';
import { MAX_PAIRS, mergeMetadata } from '@/lib/resources/customers/rules';

// Keys that JSON objects keep in the order of their writing: no bare numbers.
const key = fc.stringMatching(/^[a-z]{1,3}$/);
const value = fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean());
const metadata = fc.dictionary(key, value, { maxKeys: MAX_PAIRS, noNullPrototype: true });

test('the given pairs win, the own ones stay behind them, at most 50 in all', () => {
  fc.assert(
    fc.property(metadata, metadata, (own, given) => {
      const merged = mergeMetadata(own, given);
      const kept = Object.keys(own).filter((name) => !(name in given));
      const expected = [...Object.keys(given), ...kept].slice(0, MAX_PAIRS);
      expect(Object.keys(merged)).toEqual(expected);
      expect(merged).toMatchObject(given);
      for (const name of expected)
        expect(merged[name]).toBe(name in given ? given[name] : own[name]);
    }),
  );
});

test('merging the same pairs again changes nothing', () => {
  fc.assert(
    fc.property(metadata, metadata, (own, given) => {
      const once = mergeMetadata(own, given);
      expect(mergeMetadata(once, given)).toEqual(once);
    }),
  );
});

test('metadata is accepted exactly within its limits', () => {
  const length = (text: string) => [...text].length;
  const anyKey = fc.string({ unit: 'grapheme', maxLength: 45 });
  const anyValue = fc.oneof(
    fc.string({ minLength: 480, maxLength: 520 }),
    fc.string({ unit: 'binary', minLength: 490, maxLength: 510 }),
    fc.double(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constantFrom(null, [], {}),
  );
  const isAllowed = (value: unknown) =>
    typeof value === 'string'
      ? length(value) <= 500
      : typeof value === 'boolean' || Number.isSafeInteger(value);
  fc.assert(
    fc.property(fc.array(fc.tuple(anyKey, anyValue), { maxLength: 60 }), (entries) => {
      const record = Object.fromEntries(entries.filter(([name]) => name !== '__proto__'));
      const expected =
        Object.keys(record).length <= 50 &&
        Object.entries(record).every(
          ([name, value]) => name !== '' && length(name) <= 40 && isAllowed(value),
        );
      expect(MetadataInput.safeParse(record).success).toBe(expected);
    }),
    { numRuns: 200 },
  );
});

test('fifty pairs fit and fifty-one do not', () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, index]));
  expect(MetadataInput.safeParse(pairs(50)).success).toBe(true);
  expect(MetadataInput.safeParse(pairs(51)).success).toBe(false);
});
