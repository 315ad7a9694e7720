import { expect, it, vi } from 'vitest';
import { ready, writeJson } from '@/lib/api/ready';

interface Row {
  name: string;
}

it('prints a row once, and writes it into every answer as it would stand there by itself', () => {
  const print = vi.fn(({ name }: Row) => ({ name, parts: [name, null] }));
  const serialize = ready(print);
  const row = Object.freeze({ name: 'A "product" of \\ 1 € \u2028' });
  const body = () => ({ items: [{ product: serialize(row) }, { product: serialize(row) }], n: 1 });
  const plain = JSON.stringify({ items: [{ product: print(row) }, { product: print(row) }], n: 1 });
  print.mockClear();
  expect(writeJson(body())).toBe(plain);
  expect(writeJson(body())).toBe(plain);
  expect(JSON.stringify(body())).toBe(plain);
  expect(print).toHaveBeenCalledOnce();
});

it('writes what is ready inside of what is ready, and a copy by itself', () => {
  const inner = ready(({ name }: Row) => ({ name }));
  const outer = ready((row: Row) => ({ ...inner(row), inner: inner(row) }));
  const row = Object.freeze({ name: 'A' });
  expect(writeJson([outer(row), inner(row)])).toBe(
    '[{"name":"A","inner":{"name":"A"}},{"name":"A"}]',
  );
});

it('takes no text for a place', () => {
  const serialize = ready(({ name }: Row) => ({ name }));
  const name = '\\u00000 "\\u00000" $& $1';
  const body = { name, product: serialize(Object.freeze({ name })) };
  expect(JSON.parse(writeJson(body))).toEqual({ name, product: { name } });
});

it('goes on after an answer that cannot be written', () => {
  const serialize = ready((row: Row & { self?: unknown }) => row);
  const endless: Row & { self?: unknown } = { name: 'A' };
  endless.self = { endless };
  Object.freeze(endless);
  expect(() => writeJson({ product: serialize(endless) })).toThrow();
  expect(writeJson({ product: ready(({ name }: Row) => ({ name }))({ name: 'B' }) })).toBe(
    '{"product":{"name":"B"}}',
  );
});

it('prints what is not shared as it is at that moment', () => {
  const serialize = ready(({ name }: Row) => ({ name }));
  const row = { name: 'A' };
  expect(writeJson([serialize(row)])).toBe('[{"name":"A"}]');
  row.name = 'B';
  expect(writeJson([serialize(row)])).toBe('[{"name":"B"}]');
});
