import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { createCheckoutLink, getCheckoutLink } from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';
import { createProduct } from '@/lib/resources/products/contract';
import { type Product, removeFolder, startProduct } from '@/testing/product';
import { fixed, free } from '@/testing/shop';
import { connectTo } from '../product/database';
import { installedFolder, installedToken } from '../product/installation';

// The address of a checkout link, through the product's own server.

const PUBLIC_URL = 'https://shop.example.com';

let folder: string;
let product: Product;
let token: string;
let link: CheckoutLink;
beforeAll(async () => {
  folder = await installedFolder();
  token = await installedToken();
  const settings = { PUBLIC_URL, TRUST_PROXY: '1', RATE_LIMIT_READS: '0' };
  product = await startProduct(path.join(folder, 'data'), settings);
  const { id: product_id } = await send(createProduct, {
    body: { name: 'Quill', prices: fixed() },
  });
  link = await send(createCheckoutLink, { body: { product_id, metadata: { a: 1 } } });
});
afterAll(async () => {
  await product?.run.stop();
  await removeFolder(folder);
});

function send<C extends AnyContract>(operation: C, input: ContractInput<C> = {}) {
  return call(operation, input, { baseUrl: product.url, token });
}

const count = async () =>
  (await send(getCheckoutLink, { params: { id: link.id } })).checkouts_count;

const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

function visit(
  where: string,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: string } = {},
) {
  const init = { method, headers: { ...BROWSER, ...headers }, redirect: 'manual' } as const;
  return fetch(product.url + where, init);
}

/** What keeps the address, a credential, out of other sites, indexes and stores. */
function expectPrivate({ headers }: Response) {
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-/);
}

describe('the address of a checkout link', () => {
  test('is below the public one, and redirects to a checkout, with and without a slash', async () => {
    expect(link.url).toBe(`${PUBLIC_URL}/buy/${link.client_secret}`);
    const before = await count();
    for (const slash of ['', '/']) {
      const response = await visit(`/buy/${link.client_secret}${slash}?customer_name=Ada`);
      expect([response.status, await response.text()]).toEqual([303, '']);
      expectPrivate(response);
      const location = response.headers.get('location') ?? '';
      expect(location).toMatch(/^https:\/\/shop\.example\.com\/checkout\/td_c_[\w-]{43}$/);
      const [cookie] = response.headers.getSetCookie();
      expect(cookie).toMatch(
        new RegExp(
          `^__Secure-tilldesk\\.checkout=[\\w.-]+; Max-Age=86400; Path=/buy/${link.client_secret}; HttpOnly; SameSite=Lax; Secure$`,
        ),
      );
      expect((await visit(new URL(location).pathname)).status).toBe(200);
      const again = await visit(`/buy/${link.client_secret}`, {
        headers: { cookie: cookie?.split(';')[0] ?? '' },
      });
      expect(again.headers.get('location')).toBe(location);
    }
    expect(await count()).toBe(before + 2);
  });

  test('creates nothing for HEAD, prefetches and bots', async () => {
    const before = await count();
    const where = `/buy/${link.client_secret}`;
    const head = await visit(where, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const headers of [
      { 'Sec-Purpose': 'prefetch' },
      { Purpose: 'prefetch' },
      { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ]) {
      const response = await visit(where, { headers });
      expect(response.status).toBe(200);
      expectPrivate(response);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).toContain('Continue to checkout');
    }
    const post = await visit(where, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(await count()).toBe(before);
  });

  test('that is unknown is a page', async () => {
    for (const secret of [
      `td_cl_${'x'.repeat(43)}`,
      '%00',
      'a%20b',
      '..%2f',
      `${'x'.repeat(5000)}`,
    ]) {
      const response = await visit(`/buy/${secret}`);
      expect([secret, response.status]).toEqual([secret, 404]);
      expectPrivate(response);
      expect(await response.text()).toContain('<h1>This link does not exist.</h1>');
    }
  });

  test('opens 60 checkouts a minute for a client, whose address the proxy tells', async () => {
    // A live organization gives away without an account for payments.
    const { id: product_id } = await send(createProduct, { body: { name: 'Gift', prices: free } });
    const gift = await send(createCheckoutLink, { body: { product_id } });
    const client = await connectTo(product.dataDir);
    const setSandbox = (isSandbox: boolean) =>
      client.query('UPDATE organizations SET is_sandbox = $1 WHERE id = $2', [
        isSandbox,
        link.organization_id,
      ]);
    await setSandbox(false);
    try {
      const from = (address: string) =>
        visit(`/buy/${gift.client_secret}`, { headers: { 'X-Forwarded-For': address } });
      const answers = await Promise.all(
        Array.from({ length: 63 }, () => from('198.51.100.1, 203.0.113.7')),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(60).fill(303), 429, 429, 429]);
      const refused = await from('203.0.113.7');
      expect(refused.status).toBe(429);
      expectPrivate(refused);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await from('203.0.113.7, 203.0.113.8')).status).toBe(303);
    } finally {
      await setSandbox(true);
      await client.end();
    }
  });

  test('is not in the log, nor is a checkout’s', () => {
    const { output } = product.run;
    expect(output).toContain('"route":"/buy/{client_secret}"');
    expect(output).not.toMatch(/td_c_[\w-]{43}/);
    expect(output).not.toContain(link.client_secret);
    expect(output).not.toContain('"level":"error"');
  });
});
