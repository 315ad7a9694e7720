import { expect, it, vi } from 'vitest';
import { memoized, writeJson } from '@/lib/api/memoize';

interface Row {
  name: string;
}

it('serializes a row once, and inserts its text into every answer as JSON.stringify would write it', () => {
  const print = vi.fn(({ name }: Row) => ({ name, parts: [name, null] }));
  const serialize = memoized(print);
  const row = Object.freeze({ name: 'A "product" of \\ 1 € \u2028' });
  const body = () => ({ items: [{ product: serialize(row) }, { product: serialize(row) }], n: 1 });
  const plain = JSON.stringify({ items: [{ product: print(row) }, { product: print(row) }], n: 1 });
  print.mockClear();
  expect(writeJson(body())).toBe(plain);
  expect(writeJson(body())).toBe(plain);
  expect(JSON.stringify(body())).toBe(plain);
  expect(print).toHaveBeenCalledOnce();
});

it('inserts no text into another, and serializes a copy by itself', () => {
  const inner = memoized(({ name }: Row) => ({ name }));
  const outer = memoized((row: Row) => ({ ...inner(row), inner: inner(row) }));
  const row = Object.freeze({ name: 'A' });
  expect(writeJson([outer(row), inner(row)])).toBe(
    '[{"name":"A","inner":{"name":"A"}},{"name":"A"}]',
  );
});

it('takes no text for a placeholder', () => {
  const serialize = memoized(({ name }: Row) => ({ name }));
  for (const name of ['\\u00000 "\\u00000" $& $1', '\u00000', '0', '"0"']) {
    const body = { name, product: serialize(Object.freeze({ name })), [name]: name };
    const plain = { name, product: { name }, [name]: name };
    expect(JSON.parse(writeJson(body))).toEqual(plain);
  }
});

it('goes on after an answer that cannot be written', () => {
  const serialize = memoized((row: Row & { self?: unknown }) => row);
  const endless: Row & { self?: unknown } = { name: 'A' };
  endless.self = { endless };
  Object.freeze(endless);
  expect(() => writeJson({ product: serialize(endless) })).toThrow();
  expect(writeJson({ product: memoized(({ name }: Row) => ({ name }))({ name: 'B' }) })).toBe(
    '{"product":{"name":"B"}}',
  );
});

it('serializes a row that is not cached as it is at that moment', () => {
  const serialize = memoized(({ name }: Row) => ({ name }));
  const row = { name: 'A' };
  expect(writeJson([serialize(row)])).toBe('[{"name":"A"}]');
  row.name = 'B';
  expect(writeJson([serialize(row)])).toBe('[{"name":"B"}]');
});
