import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  AddressInput,
  Email,
  HttpUrl,
  Id,
  int,
  MetadataInput,
  QueryBoolean,
  queryInt,
  TimestampInput,
  text,
  trimmedText,
} from '@/lib/contract/fields';

const trim = (value: string) => value.trim();

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('metadata', () => {
  const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom<unknown>(null, 1.5, 2 ** 53, Number.NaN, [], {}, undefined),
    fc.constantFrom('a'.repeat(500), 'a'.repeat(501), '😀'.repeat(500), '😀'.repeat(501)),
  );

  it('has at most 50 pairs, keys of 40 and values of 500 code points', () => {
    const isAllowed = (entry: [string, unknown]) => {
      const [name, held] = entry;
      if (name.length === 0 || [...name].length > 40) return false;
      if (typeof held === 'string') return [...held].length <= 500;
      return typeof held === 'boolean' || Number.isSafeInteger(held);
    };
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 60, noNullPrototype: true }), (metadata) => {
        const entries = Object.entries(metadata).filter(([name]) => name !== '__proto__');
        const allowed = entries.length <= 50 && entries.every(isAllowed);
        const result = MetadataInput.safeParse(metadata);
        expect(result.success).toBe(allowed);
        if (result.success) expect(result.data).toEqual(Object.fromEntries(entries));
      }),
    );
  });

  it('names every pair that is wrong', () => {
    const { error } = MetadataInput.safeParse({ a: null, b: 1, c: {}, ['d'.repeat(41)]: 'x' });
    expect(error?.issues.map(({ path }) => path)).toEqual([['a'], ['c'], ['d'.repeat(41)]]);
  });
});

describe('text', () => {
  it.each([
    ['is kept as it is sent', text, (value: string) => value],
    ['loses the white space around it where it is trimmed', trimmedText, trim],
  ])('%s; its bounds are code points of what is stored', (_, make, storedOf) => {
    const bounds = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 5, max: 10 }));
    const blanks = fc.stringMatching(/^\s{0,3}$/);
    const sent = fc.tuple(blanks, fc.string({ unit: 'grapheme', maxLength: 14 }), blanks);
    fc.assert(
      fc.property(bounds, sent, ([min, max], parts) => {
        const value = parts.join('');
        const stored = storedOf(value);
        const fits = [...stored].length <= max && [...stored].length >= min;
        const result = make({ min, max }).safeParse(value);
        expect(result.success).toBe(fits);
        if (result.success) expect(result.data).toBe(stored);
      }),
    );
  });
});

describe('the other fields', () => {
  it.each<[string, z.ZodType, unknown[], unknown[]]>([
    ['Id', Id, ['0190a0B0-0000-7000-8000-000000000000'], ['', 'x', '0190a0b0', 1, null]],
    [
      'int',
      int(),
      [0, 2 ** 31 - 1],
      [-1, 2 ** 31, 1e300, 0.5, '1', null, Number.POSITIVE_INFINITY],
    ],
    [
      'TimestampInput',
      TimestampInput,
      ['2026-02-28T00:00:00Z', '2026-01-01T12:00:00.123456+23:59', '1900-01-01T00:00:00Z'],
      [
        '2026-02-30T00:00:00Z',
        '2026-01-01',
        '2026-01-01T00:00:00',
        '1899-12-31T00:00:00Z',
        '+10000',
        5,
      ],
    ],
    [
      'Email',
      Email,
      ['a@b.co', 'First.Last+tag@example.museum'],
      ['', 'a', 'a@b', '@b.co', 'a b@c.de', `${'a'.repeat(250)}@b.co`, 'a@b.co\n'],
    ],
    [
      'HttpUrl',
      HttpUrl,
      ['https://example.com', 'HTTP://localhost:3000/x?id={CHECKOUT_ID}#y'],
      [
        '',
        '/x',
        'ftp://example.com',
        'javascript:alert(1)',
        'https://user@example.com',
        'https://user:password@example.com',
        'https://',
        'https:example.com',
        ' https://example.com',
        `https://example.com/${'a'.repeat(2083)}`,
      ],
    ],
    [
      'queryInt',
      queryInt({ min: 1 }),
      ['1', '100', 5],
      ['0', '1.5', '', ' 1', '1e3', '9'.repeat(17), '9'.repeat(30)],
    ],
    ['QueryBoolean', QueryBoolean, ['true', 'False', '1', '0', true], ['yes', '', 'null', 2]],
  ])('%s', (_, schema, right, wrong) => {
    expect(right.filter((value) => !accepts(schema, value))).toEqual([]);
    expect(wrong.filter((value) => accepts(schema, value))).toEqual([]);
  });

  it('prints ids in lower case, countries in upper case, and every line of an address', () => {
    expect(Id.parse('ABCDEF00-0000-7000-8000-00000000000A')).toBe(
      'abcdef00-0000-7000-8000-00000000000a',
    );
    expect(AddressInput.parse({ country: 'de', city: 'Köln' })).toEqual({
      line1: null,
      line2: null,
      postal_code: null,
      city: 'Köln',
      state: null,
      country: 'DE',
    });
    expect(accepts(AddressInput, { country: 'DEU' })).toBe(false);
  });
});
