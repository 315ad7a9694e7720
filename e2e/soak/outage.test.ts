import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { freePort } from '@/lib/database/embedded/postmaster';
import { startTemporary } from '@/lib/database/embedded/temporary';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createFile } from '@/lib/resources/files/contract';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { DatabaseProxy } from '@/testing/database-proxy';
import { announcement } from '@/testing/files';
import { limitedDisks } from '@/testing/limited-disk';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { buyer, fixed } from '@/testing/shop';

// Responses while the database is down or hangs, or a disk is full.

const APP_SECRET = 'the secret that all nodes of this database share';
const EMBED_ORIGIN = 'https://shop.example.com';

let folder: string;
let database: Awaited<ReturnType<typeof startTemporary>>;
let proxy: DatabaseProxy;
let settings: Record<string, string>;
let product: Product;
let token: string;
/** Paths of pages, by what they need of the database. */
let pages: { anything: string[]; checkouts: string[]; invoices: string[]; links: string[] };

beforeAll(async () => {
  [folder, database] = await Promise.all([temporaryFolder(), startTemporary()]);
  const proxied = await DatabaseProxy.start(database.url);
  proxy = proxied.proxy;
  settings = { DATABASE_URL: proxied.url, APP_SECRET, STATEMENT_TIMEOUT_SECONDS: '2' };
  product = await startProduct(path.join(folder, 'data'), settings);
  const made = new Run(
    ['token', '--', '--email', 'ada@example.com', '--organization', 'quill'],
    settings,
  );
  await made.ended;
  token = made.output.trim();
  const { id: product_id } = await send(createProduct, {
    body: { name: 'Quill', prices: fixed() },
  });
  const body = { payment_processor: 'stripe', product_id, embed_origin: EMBED_ORIGIN } as const;
  const [open, sold] = [await send(createCheckout, { body }), await send(createCheckout, { body })];
  await send(confirmCheckout, {
    params: { client_secret: sold.client_secret },
    body: buyer(),
  });
  const link = await send(createCheckoutLink, { body: { product_id } });
  const { items } = await send(listOrders);
  const { url } = await send(getOrderInvoice, { params: { id: items[0]?.id ?? '' } });
  pages = {
    anything: [
      '/',
      '/sign-in',
      '/sign-up',
      '/docs',
      '/dashboard',
      '/dashboard/quill',
      '/dashboard/quill/orders',
      '/dashboard/quill/settings',
    ],
    checkouts: [`/checkout/${open.client_secret}`, `/checkout/${sold.client_secret}/confirmation`],
    invoices: [new URL(url).pathname],
    links: [new URL(link.url).pathname],
  };
});
afterAll(async () => {
  await product?.run.stop();
  await proxy?.stop();
  await database?.stop();
  await removeFolder(folder);
});

function send<C extends AnyContract>(
  operation: C,
  input: ContractInput<C> = {},
  { url: baseUrl } = product,
) {
  return call(operation, input, { baseUrl, token });
}

const get = (page: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(product.url + page, { method, headers, redirect: 'manual' });
const everyPage = () => Object.values(pages).flat();

/** Waits until pages and API answer again. */
async function untilServing(): Promise<void> {
  for (const page of everyPage()) while ((await get(page)).status >= 500) await sleep(50);
}

async function expectUnavailable(page: string): Promise<string> {
  const answer = await get(page);
  expect([page, answer.status]).toEqual([page, 503]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const html = await answer.text();
  expect(html).toContain('<h1>This page is not available right now.</h1>');
  expect(html).not.toMatch(/ECONN|Prisma|SELECT|node_modules|127\.0\.0\.1|<script/);
  return html;
}

describe('while the database is stopped', () => {
  test('every page is a page that says so, and is itself again afterwards', async () => {
    await untilServing();
    const restore = await proxy.cut();
    try {
      for (const page of everyPage()) await expectUnavailable(page);
      const head = await get('/dashboard', {}, 'HEAD');
      expect([head.status, await head.text()]).toEqual([503, '']);
      expect(product.run.output).toContain('The database does not answer: see that it runs');
    } finally {
      await restore();
    }
    await untilServing();
  });

  test('the page has the theme that was chosen, and a frame may show the checkout’s', async () => {
    const restore = await proxy.cut();
    try {
      const themes = ['light', 'dark', 'system', 'x" onload="'];
      const shown = await Promise.all(
        themes.map(async (theme) => {
          const cookie = `tilldesk_theme=${theme}`;
          return /<html[^>]*>/.exec(await (await get('/sign-in', { cookie })).text())?.[0];
        }),
      );
      expect(shown).toEqual([
        '<html lang="en" data-theme="light">',
        '<html lang="en" data-theme="dark">',
        '<html lang="en">',
        '<html lang="en">',
      ]);
      const ancestors = async (page: string) => {
        const { headers } = await get(page);
        const policy = headers.get('content-security-policy') ?? '';
        return [/frame-ancestors ([^;]+)/.exec(policy)?.[1], headers.get('x-frame-options')];
      };
      expect(await ancestors(pages.checkouts[0] ?? '')).toEqual(['*', null]);
      expect(await ancestors('/dashboard')).toEqual(["'none'", 'DENY']);
    } finally {
      await restore();
    }
    await untilServing();
    const { headers } = await get(pages.checkouts[0] ?? '');
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${EMBED_ORIGIN}`);
  });

  test('the API, accounts and media answer 503 as they answer everything', async () => {
    const credentials = { email: 'ada@example.com', password: 'a wrong password' };
    const requests = () => [
      fetch(`${product.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } }),
      fetch(`${product.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      }),
      fetch(`${product.url}/media/0193a2b0-0000-7000-8000-000000000000`),
    ];
    const restore = await proxy.cut();
    try {
      for (const answer of await Promise.all(requests())) {
        expect([answer.url, answer.status]).toEqual([answer.url, 503]);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await answer.json()).toMatchObject({ error: 'ServiceUnavailable' });
      }
    } finally {
      await restore();
    }
    await untilServing();
  });
});

describe('confirmations that the database breaks off', () => {
  test('are settled by their node once it is back, before their lease is over', async () => {
    const { id: product_id } = await send(createProduct, {
      body: { name: 'Ink', prices: fixed() },
    });
    const body = { payment_processor: 'stripe', product_id } as const;
    const checkouts = await Promise.all(
      Array.from({ length: 4 }, () => send(createCheckout, { body })),
    );
    const confirm = ({ client_secret, id }: { client_secret: string; id: string }) =>
      fetch(`${product.url}/v1/checkouts/custom/client/${client_secret}/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify(buyer({ customer_email: `${id}@example.com` })),
      });
    const observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
    const count = async (query: string) =>
      Number((await observer.query<{ count: string }>(query)).rows[0]?.count);
    // Charged, and about to become orders.
    await observer.query('BEGIN; LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    const answers = Promise.all(checkouts.map(confirm));
    const waiting = `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'orders'::regclass`;
    while ((await count(waiting)) < checkouts.length) await sleep(10);
    const restore = await proxy.cut();
    await observer.query('ROLLBACK');
    for (const answer of await answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    }
    await restore();
    while ((await count(`SELECT count(*) FROM payment_attempts WHERE status = 'pending'`)) > 0) {
      await sleep(100);
    }
    const late = `SELECT count(*) FROM payment_attempts a JOIN checkouts c ON c.id = a.checkout_id
      WHERE c.product_id = '${product_id}' AND a.claimed_at < clock_timestamp() - interval '1 minute'`;
    expect(await count(late)).toBe(0);
    expect((await Promise.all(checkouts.map(confirm))).map(({ status }) => status)).toEqual(
      checkouts.map(() => 200),
    );
    const sold = `SELECT count(*) FROM orders WHERE product_id = '${product_id}'`;
    expect(await count(sold)).toBe(checkouts.length);
    await observer.end();
  });
});

describe('while the database hangs', () => {
  test('every page and operation is answered', async () => {
    proxy.silence();
    try {
      const me = fetch(`${product.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      await Promise.all(everyPage().map(expectUnavailable));
      expect((await me).status).toBe(503);
    } finally {
      proxy.mend();
    }
    await untilServing();
  });

  test('what needs a locked table is answered, and the rest is served', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await holder.query('BEGIN; LOCK TABLE checkouts, documents, orders IN ACCESS EXCLUSIVE MODE');
    try {
      const locked = [...pages.checkouts, ...pages.invoices, ...pages.links];
      await Promise.all(locked.map(expectUnavailable));
      const orders = await fetch(`${product.url}/v1/orders/`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([orders.status, orders.headers.has('retry-after')]).toEqual([503, true]);
      for (const page of pages.anything)
        expect([page, (await get(page)).status]).toEqual([page, 200]);
      expect(product.run.output).toContain('The database took too long');
    } finally {
      await holder.end();
    }
    await untilServing();
  });
});

const KILOBYTES = 4096;
const fullFolder = () => path.join(folder, 'full');

describe('a disk that is full', () => {
  test('refuses an upload with 503, says so in the log, and takes what fits', async () => {
    const ways = limitedDisks(path.join(folder, 'data'), KILOBYTES);
    for (const { name, wrapper } of ways) {
      const limited = await startProduct(path.join(folder, 'data'), settings, wrapper);
      const sendFile = async (kilobytes: number) => {
        const content = Buffer.alloc(kilobytes * 1024, 'x');
        const body = announcement(content, {}, content.length);
        const file = await send(createFile, { body }, limited);
        const { url = '' } = file.upload.parts[0] ?? {};
        const target = new URL(new URL(url).pathname, limited.url);
        return fetch(target, { method: 'PUT', body: content });
      };
      try {
        const refused = await sendFile(KILOBYTES + 1024);
        expect([name, refused.status]).toEqual([name, 503]);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await refused.json()).toMatchObject({ error: 'ServiceUnavailable' });
        expect(limited.run.output).toMatch(/The disk is full.*free space below DATA_DIR/);
        // Refused uploads leave no bytes on the disk.
        expect([name, (await sendFile(KILOBYTES - 512)).status]).toEqual([name, 200]);
      } finally {
        await limited.run.stop();
      }
    }
  });

  test('stops a start with one sentence that says so', async () => {
    for (const { name, wrapper } of limitedDisks(fullFolder(), KILOBYTES)) {
      const run = new Run(
        ['start'],
        { DATA_DIR: fullFolder(), PORT: String(await freePort()) },
        wrapper,
      );
      expect([name, await run.ended]).toEqual([name, 1]);
      expect(run.errors.trim().split('\n')).toHaveLength(1);
      expect(run.errors).toMatch(/^The database could not be made in .*The disk is full.*DATA_DIR/);
    }
  });

  test('leaves files and folders to their account alone', () => {
    const modeOf = (name: string) => statSync(path.join(folder, 'data', name)).mode & 0o777;
    expect([modeOf('files'), modeOf('files/unfinished')]).toEqual([0o700, 0o700]);
  });
});
