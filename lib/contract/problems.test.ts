import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  AddressInput,
  Email,
  Id,
  int,
  MetadataInput,
  text,
  trimmedText,
} from '@/lib/contract/fields';
import { MAX_PROBLEMS, problemsOf, problemsOfValue } from '@/lib/contract/problems';

function problems(schema: z.ZodType, value: unknown, where = 'body') {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : problemsOf(result.error, where);
}

describe('problemsOf', () => {
  it.each<[string, z.ZodType, unknown, string, string]>([
    ['nothing', z.string(), undefined, 'missing', 'This field is required.'],
    ['nothing, with words of its own', Id, undefined, 'missing', 'This field is required.'],
    ['nothing for a choice', z.enum(['a', 'b']), undefined, 'missing', 'This field is required.'],
    ['no text', z.string(), 1, 'string_type', 'Enter text.'],
    ['no number', int(), '1', 'int_type', 'Enter a whole number.'],
    ['a fraction', int(), 1.5, 'int_type', 'Enter a whole number.'],
    ['no boolean', z.boolean(), 'true', 'bool_type', 'Enter true or false.'],
    ['no list', z.array(z.string()), 'a', 'list_type', 'Enter a list.'],
    ['no object', z.object({}), [], 'dict_type', 'Enter an object.'],
    ['null', z.object({}), null, 'dict_type', 'Enter an object.'],
    ['an unknown choice', z.enum(['a', 'b']), 'c', 'enum', 'Use a, b.'],
    ['another constant', z.literal('usd'), 'eur', 'literal_error', 'Use usd.'],
    [
      'too short a text',
      trimmedText({ min: 3, max: 5 }),
      ' ab ',
      'string_too_short',
      'Enter at least 3 characters.',
    ],
    ['too long a text', text({ max: 2 }), 'abc', 'string_too_long', 'Enter at most 2 characters.'],
    ['too little', int({ min: 2 }), 1, 'greater_than_equal', 'Enter a whole number of at least 2.'],
    ['too much', z.int().max(5), 6, 'less_than_equal', 'Enter at most 5.'],
    ['too many', z.array(z.int()).max(1), [1, 2], 'too_long', 'Give at most 1.'],
    ['too few', z.array(z.int()).min(1), [], 'too_short', 'Give at least 1.'],
    ['no UUID', Id, 'x', 'uuid_parsing', 'Enter a valid UUID.'],
    [
      'no email',
      Email,
      'x',
      'value_error',
      'Enter a valid email address, such as name@example.com.',
    ],
  ])('%s', (_, schema, value, type, msg) => {
    expect(problems(z.object({ field: schema }), { field: value })).toEqual([
      { loc: ['body', 'field'], msg, type },
    ]);
  });

  it('reports every problem at once, each at its place', () => {
    const schema = z.object({
      id: Id,
      address: AddressInput,
      list: z.array(z.object({ n: int() })),
    });
    const value = { id: 1, address: { line1: 2 }, list: [{ n: 1 }, { n: -1 }, {}] };
    expect(problems(schema, value).map(({ loc }) => loc)).toEqual([
      ['body', 'id'],
      ['body', 'address', 'line1'],
      ['body', 'address', 'country'],
      ['body', 'list', 1, 'n'],
      ['body', 'list', 2, 'n'],
    ]);
  });

  it('reports the branch of a union that was meant', () => {
    const price = z.union([
      z.object({ amount_type: z.literal('free') }),
      z.object({ amount_type: z.literal('fixed'), amount: int({ min: 50 }) }),
    ]);
    expect(problems(price, { amount_type: 'fixed', amount: 1 })).toMatchObject([
      { loc: ['body', 'amount'] },
    ]);
    const keptOrNew = z.union([z.object({ id: z.uuid() }), z.object({ amount: int({ min: 50 }) })]);
    for (const amount of ['abc', null, 1, 1.5]) {
      expect(problems(keptOrNew, { amount })).toMatchObject([{ loc: ['body', 'amount'] }]);
    }
    expect(problems(keptOrNew, { id: 'abc' })).toMatchObject([{ loc: ['body', 'id'] }]);
  });

  it('names the tags of a tagged union', () => {
    const shape = z.discriminatedUnion('type', [
      z.object({ type: z.literal('a') }),
      z.object({ type: z.literal('b'), size: int() }),
    ]);
    const at = (value: unknown) => problems(shape, value).map(({ loc, type }) => [loc[1], type]);
    expect(at({})).toEqual([['type', 'missing']]);
    expect(at({ type: 'c' })).toEqual([['type', 'union_tag_invalid']]);
    expect(problems(shape, { type: 'c' })[0]?.msg).toBe('Use a, b.');
    expect(at({ type: 'b' })).toEqual([['size', 'missing']]);
  });

  it('reports what every shape refuses beside a tag that is missing or unknown', () => {
    const shared = { name: text({ max: 3 }) };
    const amount = { type: z.literal('fixed'), amount: int() };
    const points = { type: z.literal('percentage'), points: int() };
    const once = { ...shared, duration: z.literal('once') };
    const repeating = { ...shared, duration: z.literal('repeating'), months: int() };
    const shape = z.discriminatedUnion('type', [
      z.discriminatedUnion('duration', [
        z.object({ ...once, ...amount }),
        z.object({ ...repeating, ...amount }),
      ]),
      z.discriminatedUnion('duration', [
        z.object({ ...once, ...points }),
        z.object({ ...repeating, ...points }),
      ]),
    ]);
    const at = (value: unknown) => {
      const { error } = shape.safeParse(value, { reportInput: true });
      const found = error ? problemsOfValue(shape, value, error, 'body') : [];
      return found.map(({ loc }) => loc.slice(1).join('.')).sort();
    };
    expect(at({})).toEqual(['duration', 'name', 'type']);
    expect(at({ type: 'x', name: 'long', duration: 'once' })).toEqual(['name', 'type']);
    expect(at({ duration: 'repeating', name: 'a' })).toEqual(['months', 'type']);
    expect(at({ type: 'fixed', name: 1 })).toEqual(['amount', 'duration', 'name']);
    expect(at({ type: 'fixed', duration: 'repeating' })).toEqual(['amount', 'months', 'name']);
    expect(at([])).toEqual(['']);
    expect(at({ type: 'fixed', duration: 'once', name: 'a', amount: 1 })).toEqual([]);
  });

  it('places the problems of a repeated query parameter at the parameter', () => {
    expect(problems(z.object({ id: z.array(Id) }), { id: ['x'] }, 'query')).toMatchObject([
      { loc: ['query', 'id'] },
    ]);
  });

  it('finds as many problems as there are wrong values, up to its limit', () => {
    const schema = z.object({ metadata: MetadataInput, list: z.array(int()).max(5000) });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(), fc.string(), fc.double(), fc.constant(null)), {
          maxLength: 300,
        }),
        (list) => {
          const wrong = list.filter(
            (value) =>
              !Number.isSafeInteger(value) || Number(value) > 2 ** 31 - 1 || Number(value) < 0,
          );
          const found = problems(schema, { metadata: {}, list });
          const places = new Set(found.map(({ loc }) => loc.join('.')));
          expect(places.size).toBe(Math.min(wrong.length, MAX_PROBLEMS));
          for (const { loc, msg, type } of found) {
            expect(loc.slice(0, 2)).toEqual(['body', 'list']);
            expect(msg).toMatch(/^[A-Z].*\.$/);
            expect(type).toMatch(/^[a-z_]+$/);
          }
        },
      ),
    );
  });
});
