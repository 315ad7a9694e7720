import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { startTemporary } from '@/lib/database/embedded/temporary';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { createCheckout, getCheckout, listCheckouts } from '@/lib/resources/checkouts/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { fixed } from '@/testing/shop';

// Two nodes on one database, of which one has a clock that is three days ahead.

const APP_SECRET = 'the secret that all nodes of this database share';
const AHEAD = `
  const shift = 3 * 86_400_000;
  const now = () => Reflect.apply(Real.now, Real, []) + shift;
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });`;

let folder: string;
let database: Awaited<ReturnType<typeof startTemporary>>;
let right: Product;
let wrong: Product;
let token: string;
beforeAll(async () => {
  [folder, database] = await Promise.all([temporaryFolder(), startTemporary()]);
  const settings = { DATABASE_URL: database.url, APP_SECRET };
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(AHEAD)}`;
  right = await startProduct(folder, { ...settings, WORKER: 'off' });
  wrong = await startProduct(folder, { ...settings, NODE_OPTIONS });
  const seller = ['--email', 'ada@example.com', '--organization', 'quill'];
  const made = new Run(['token', '--', ...seller], settings);
  await made.ended;
  token = made.output.trim();
});
afterAll(async () => {
  await Promise.all([right, wrong].map((node) => node?.run.stop()));
  await database?.stop();
  await removeFolder(folder);
});

const send = <C extends AnyContract>({ url }: Product, operation: C, input: ContractInput<C>) =>
  call(operation, input, { baseUrl: url, token });

test('a node with a wrong clock says so, reads by the database’s time, and writes nothing', async () => {
  expect(wrong.run.output).toMatch(
    /The clock of this computer is 2592\d\d(\.\d)? s ahead of the database's/,
  );
  const { id: product_id } = await send(right, createProduct, {
    body: { name: 'Quill', prices: fixed() },
  });
  const checkout = await send(right, createCheckout, {
    body: { payment_processor: 'stripe', product_id },
  });
  const link = await send(right, createCheckoutLink, { body: { product_id } });
  const { id } = checkout;
  for (const node of [right, wrong]) {
    expect(await send(node, getCheckout, { params: { id } })).toMatchObject({ status: 'open' });
    const { pagination } = await send(node, listCheckouts, { query: { status: ['open'] } });
    expect(pagination.total_count).toBe(1);
  }
  const refused = await fetch(`${wrong.url}/v1/products/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ink', prices: fixed() }),
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await refused.json()).toMatchObject({ error: 'ServiceUnavailable' });
  const path = new URL(link.url).pathname;
  const opened = await fetch(wrong.url + path, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('retry-after')]).toEqual([503, '60']);
  expect((await fetch(right.url + path, { redirect: 'manual' })).status).toBe(303);
  expect((await fetch(`${wrong.url}/sign-in`)).status).toBe(200);
  expect(await send(right, getCheckout, { params: { id } })).toMatchObject({ status: 'open' });
  expect(wrong.run.output).not.toContain('unexpected fault');
});
