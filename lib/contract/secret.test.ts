import { expect, it } from 'vitest';
import { z } from 'zod';
import { MetadataInput, notCleared } from '@/lib/contract/fields';
import { masked, secret, secretPlaces } from '@/lib/contract/secret';

const Token = z.object({ token: secret(z.string()).meta({ description: 'Shown once.' }) });

it('masks what is marked, however it is wrapped, and keeps the rest', () => {
  const schema = z
    .object({
      name: z.string(),
      key: secret(z.string().trim()).toUpperCase().nullish(),
      code: notCleared(secret(z.string())),
      items: z.array(Token),
      by_name: z.record(z.string(), Token),
      metadata: MetadataInput.default({}),
    })
    .refine(() => true);
  const value = {
    name: 'A',
    key: 'K',
    code: 'C',
    items: [{ token: 'T' }],
    by_name: { one: { token: 'T' } },
    metadata: { a: 1 },
  };
  expect(masked(schema, value)).toEqual({
    ...value,
    key: '***',
    code: '***',
    items: [{ token: '***' }],
    by_name: { one: { token: '***' } },
  });
  expect(secretPlaces(schema)).toEqual(['key', 'code', 'items.*.token', 'by_name.*.token']);
});

it('leaves out what the contract does not know, also below a field that is no object', () => {
  const schema = z.object({ name: z.string(), inner: z.object({ a: z.int() }) });
  const value = { name: { token: 'T' }, inner: { a: 1, b: 2 }, other: 'x', list: [1] };
  expect(masked(schema, value)).toEqual({ inner: { a: 1 } });
  expect(masked(schema, [1])).toBeUndefined();
  expect(masked(schema, 'text')).toBe('text');
});

it('takes a field for a secret that is one in any alternative, and tells nothing of one that is null', () => {
  const schema = z.union([
    z.object({ type: z.literal('a'), value: secret(z.string()) }),
    z.object({ type: z.literal('b'), value: z.string(), own: z.int() }),
  ]);
  expect(masked(schema, { type: 'b', value: 'V', own: 1 })).toEqual({
    type: 'b',
    value: '***',
    own: 1,
  });
  expect(masked(schema, { type: 'a', value: null })).toEqual({ type: 'a', value: null });
});
