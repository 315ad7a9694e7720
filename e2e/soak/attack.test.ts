import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postmasterOf, usageOf } from '@/bench/processes';
import { type Observation, observe, ratio } from '@/e2e/attack/bystander';
import { flood, tally } from '@/e2e/attack/flood';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import type { Permission } from '@/lib/contract/permissions';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { listCustomerLicenseKeys } from '@/lib/resources/license-keys/contract';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { type Product, Run, removeFolder, startProduct } from '@/testing/product';
import { buyer, fixed } from '@/testing/shop';
import { connectTo } from '../product/database';
import { installedFolder } from '../product/installation';

// The most expensive attacks of docs/security.md, against the built product. The tests assert responses and
// stored data. `npm run attack` runs them, and prints the delay of an unrelated client as a ratio.

let folder: string;
let product: Product;
let attacker: Shop;
let victim: Shop;
const HEADING = 'p95 of an unrelated request beside the attack, over the same without it';
const costs: string[] = [];

beforeAll(async () => {
  folder = await installedFolder();
  product = await startProduct(path.join(folder, 'data'), { LOG_LEVEL: 'warn' });
  attacker = await openShop('attacker');
  victim = await openShop('victim');
  // The first request to accounts loads their route, which is no part of an attack.
  await flood(product.url, [signIn('nobody@example.com')]);
});
afterAll(async () => {
  await product?.run.stop();
  await removeFolder(folder);
  process.stdout.write(`\n${HEADING}\n${costs.join('\n')}\n`);
});

const json = { 'Content-Type': 'application/json' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function newToken(email: string, scopes?: readonly Permission[]): Promise<string> {
  const more = scopes ? ['--scopes', scopes.join(',')] : [];
  const run = new Run(['token', '--', '--email', email, ...more], {
    DATA_DIR: product.dataDir,
    PORT: String(product.port),
  });
  expect({ code: await run.ended, errors: run.errors }).toEqual({ code: 0, errors: '' });
  return run.output.trim();
}

/** Calls an operation over HTTP; without a token as anybody. */
function send<C extends AnyContract>(operation: C, input: ContractInput<C>, token?: string) {
  return call(operation, input, { baseUrl: product.url, ...(token ? { token } : {}) });
}

interface Shop {
  email: string;
  slug: string;
  token: string;
  organizationId: string;
  productId: string;
}

/** A seller with an organization and a product that gives license keys. */
async function openShop(name: string): Promise<Shop> {
  const email = `${name}@example.com`;
  const token = await newToken(email);
  const slug = `${name}-${newId()}`;
  const { id: organizationId } = await send(createOrganization, { body: { name, slug } }, token);
  const made = await send(createProduct, { body: { name: 'Pen', prices: fixed() } }, token);
  const benefit = await send(
    createBenefit,
    { body: { type: 'license_keys', description: 'A license', properties: {} } },
    token,
  );
  await send(
    updateProductBenefits,
    { params: { id: made.id }, body: { benefits: [benefit.id] } },
    token,
  );
  return { email, slug, token, organizationId, productId: made.id };
}

/** Opens a checkout session of a shop. */
async function openCheckout({ token, productId }: Shop, more: object = {}) {
  const body = { payment_processor: 'stripe' as const, product_id: productId, ...more };
  return send(createCheckout, { body }, token);
}

/**
 * Runs an attack while an unrelated client sends requests, all of which have to succeed, and records what it delays them.
 */
async function beside<T>(name: string, where: string, attack: () => Promise<T>): Promise<T> {
  const target = { url: product.url + where, token: victim.token };
  const { seen: alone } = await observe(target, async () => undefined);
  const { result, seen } = await observe(target, attack);
  note(name, where, alone, seen);
  expect(seen.statuses).toEqual([200]);
  return result;
}

function note(name: string, where: string, alone: Observation, seen: Observation): void {
  const times = `${alone.p95.toFixed(1)} → ${seen.p95.toFixed(1)} ms`;
  costs.push(
    `${name.padEnd(34)} ${where.padEnd(22)} ${times.padEnd(20)} ${ratio(seen, alone).toFixed(1)} ×`,
  );
}

const signIn = (email: string) => ({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  body: JSON.stringify({ email, password: 'no such password' }),
});

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

test('pictures cannot be blown up by the image optimizer', async () => {
  const before = memory();
  const statuses = await beside('image optimizer', '/v1/me', () =>
    flood(
      product.url,
      repeat(4, (index) => ({ path: `/_next/image?url=%2Fmedia%2F${index}&w=3840&q=75` })),
    ),
  );
  expect(statuses).toEqual([404, 404, 404, 404]);
  costs.push(`  resident memory ${megabytes(before)} → ${megabytes(memory())} MiB`);
});

const memory = () => usageOf(product.run.groupId, postmasterOf(product.dataDir)).residentBytes;
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

describe('JSON bodies of 1 MiB', () => {
  const size = 2 ** 20 - 64;
  const filled = (part: string, around: (parts: string) => string) =>
    around(
      Array(Math.floor(size / part.length))
        .fill(part)
        .join('')
        .slice(0, -1),
    );
  const BODIES: Record<string, string> = {
    'many values': filled('"x",', (parts) => `{"name":"Pen","prices":[${parts}]}`),
    'many empty objects': filled('{},', (parts) => `{"name":"Pen","prices":[${parts}]}`),
    'deep nesting': `{"name":${'['.repeat(size / 2 - 16)}${']'.repeat(size / 2 - 16)}}`,
    'many keys': `{"metadata":{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}}`,
  };

  test.each(Object.entries(BODIES))('%s are refused', async (name, body) => {
    const { client_secret } = await openCheckout(victim);
    const secretPath = `/v1/checkouts/custom/client/${client_secret}/confirm`;
    const withToken = {
      method: 'POST',
      path: '/v1/products/',
      headers: bearer(attacker.token),
      body,
    };
    const without = { method: 'POST', path: secretPath, body };
    const statuses = await beside(`20 bodies: ${name}`, '/v1/me', async () => ({
      withToken: await flood(
        product.url,
        repeat(20, () => withToken),
      ),
      without: await flood(
        product.url,
        repeat(20, () => without),
      ),
    }));
    expect(tally(statuses.withToken)).toEqual({ 422: 20 });
    expect(tally(statuses.without)).toEqual({ 413: 20 });
  });
});

describe('a token with checkouts:write alone', () => {
  test('reads nothing of a customer, and gets no session that shows all purchases', async () => {
    const { token, organizationId } = victim;
    const details = { name: 'Bo Buyer', billing_address: { country: 'US', city: 'Boston' } };
    const { id: customer_id } = await send(
      createCustomer,
      { body: { email: `bo-${newId()}@example.com`, organization_id: organizationId, ...details } },
      token,
    );
    const first = await openCheckout(victim, { customer_id });
    await send(confirmCheckout, { params: first, body: buyer() });

    const narrow = await newToken(victim.email, ['checkouts:write']);
    const refused = openCheckout({ ...victim, token: narrow }, { customer_id });
    await expect(refused).rejects.toMatchObject({ status: 403, error: 'insufficient_scope' });

    const reading = await newToken(victim.email, ['checkouts:write', 'customers:read']);
    const linked = await openCheckout({ ...victim, token: reading }, { customer_id });
    const confirmed = await send(confirmCheckout, { params: linked, body: buyer() });
    const seen = await send(listCustomerLicenseKeys, {}, confirmed.customer_session_token);
    expect(seen.items).toHaveLength(1);

    const own = await openCheckout(victim, { customer_id });
    const whole = await send(confirmCheckout, { params: own, body: buyer() });
    const all = await send(listCustomerLicenseKeys, {}, whole.customer_session_token);
    expect(all.items).toHaveLength(3);
  });
});

describe('guesses sent at once', () => {
  const LIST = '/v1/products/?limit=100';

  /** Returns how many wrong passwords were checked; every other response has to be a refusal. */
  async function guessPasswords(name: string, emails: readonly string[]): Promise<number> {
    const statuses = await beside(name, LIST, () => flood(product.url, emails.map(signIn)));
    const { 401: looked = 0, 429: refused = 0, 503: busy = 0, ...others } = tally(statuses);
    expect(others).toEqual({});
    // Attempts beyond the hashing queue are released and not counted.
    expect(refused + busy).toBeGreaterThan(0);
    expect(looked + refused + busy).toBe(emails.length);
    return looked;
  }

  test('of the passwords of one account and of many are limited', async () => {
    const count = 400;
    const same = await guessPasswords(
      `${count} sign-ins, one account`,
      repeat(count, () => victim.email),
    );
    expect(same).toBeGreaterThan(0);
    expect(same).toBeLessThanOrEqual(10);
    const other = repeat(count, (index) => `guess-${index}@example.com`);
    const different = await guessPasswords(`${count} sign-ins, many accounts`, other);
    expect(different + same).toBeLessThanOrEqual(100);
  });

  test('of a license key stop at the limit', async () => {
    const count = 1500;
    const statuses = await beside(`${count} unknown keys`, LIST, () =>
      flood(
        product.url,
        repeat(count, () => ({
          method: 'POST',
          path: '/v1/customer-portal/license-keys/validate',
          body: JSON.stringify({ organization_id: attacker.organizationId, key: newId() }),
        })),
      ),
    );
    // Beyond the limit, and beyond what waits of an organization's buyers.
    const { 404: looked = 0, 429: refused = 0, ...others } = tally(statuses);
    expect(others).toEqual({});
    expect(looked).toBeLessThanOrEqual(600);
    expect(looked + refused).toBe(count);
  });

  test('of a discount code stop at the limit', async () => {
    const count = 900;
    const checkouts = await Promise.all(Array.from({ length: 10 }, () => openCheckout(attacker)));
    const statuses = await beside(`${count} discount codes`, LIST, () =>
      flood(
        product.url,
        repeat(count, (index) => ({
          method: 'PATCH',
          path: `/v1/checkouts/custom/client/${checkouts[index % 10]?.client_secret}`,
          body: JSON.stringify({ discount_code: `GUESS${index}` }),
        })),
      ),
    );
    const { 422: wrong = 0, ...others } = tally(statuses);
    expect(wrong).toBeLessThanOrEqual(600);
    expect(others).toEqual({ 429: count - wrong });
  });
});

test('a client secret does not fill the database', async () => {
  const { client_secret, id } = await openCheckout(victim);
  const path = `/v1/checkouts/custom/client/${client_secret}`;
  const database = await connectTo(product.dataDir);
  const events = async () => {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM events WHERE object_id = $1',
      [id],
    );
    return rows[0]?.count;
  };
  try {
    const before = await events();
    const count = 1000;
    const patch = (body: object) => ({ method: 'PATCH', path, body: JSON.stringify(body) });
    const statuses = await beside(`${count} empty updates`, '/v1/me', () =>
      flood(
        product.url,
        repeat(count, () => patch({})),
      ),
    );
    expect(tally(statuses)).toEqual({ 200: 120, 429: count - 120 });
    expect(await events()).toBe(before);
  } finally {
    await database.end();
  }
});

/** So many requests of one caller, or of one organization, are worked on at once with ten connections. */
const PLACES = 8;

/**
 * Sends requests whose statements wait for a lock, which is held until so many wait, and 2 seconds longer. Returns
 * how many waited at once, and the statuses.
 */
async function whileLocked(lock: string, expected: number, send: () => Promise<number[]>) {
  const database = await connectTo(product.dataDir);
  // Not in the transaction, inside which PostgreSQL shows the connections of the first look.
  const watcher = await connectTo(product.dataDir);
  const holder = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const waiting = async () => {
    const { rows } = await watcher.query<{ count: number }>(
      // For this lock, or for who waits for it: the server's other work waits for its own locks now and then.
      `WITH RECURSIVE blocked AS (
         SELECT pid FROM pg_stat_activity WHERE $1::int = ANY(pg_blocking_pids(pid))
         UNION
         SELECT a.pid FROM pg_stat_activity a JOIN blocked b ON b.pid = ANY(pg_blocking_pids(a.pid)))
       SELECT count(*)::int AS count FROM blocked`,
      [holder.rows[0]?.pid],
    );
    return rows[0]?.count ?? 0;
  };
  try {
    await database.query(`BEGIN; ${lock}`);
    const sent = send();
    await expect.poll(waiting).toBeGreaterThanOrEqual(expected);
    let most = 0;
    for (let nth = 0; nth < 40; nth += 1) {
      most = Math.max(most, await waiting());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await database.query('ROLLBACK');
    return { most, statuses: await sent };
  } finally {
    await Promise.all([database.end(), watcher.end()]);
  }
}

test('slow counts of one token over two organizations leave connections to the others', async () => {
  const slug = `second-${newId()}`;
  const second = await send(createOrganization, { body: { name: 'Second', slug } }, attacker.token);
  const ids = [attacker.organizationId, second.id];
  const shots = repeat(32, (index) => ({
    path: `/v1/discounts/counts?by=type&query=x&organization_id=${ids[index % 2]}`,
    headers: bearer(attacker.token),
  }));
  const { most, statuses } = await beside('32 slow counts, two organizations', '/v1/me', () =>
    whileLocked('LOCK TABLE discounts', PLACES, () => flood(product.url, shots)),
  );
  expect(most).toBe(PLACES);
  expect(tally(statuses)).toEqual({ 200: 32 });
});

test('anonymous buyers of a link do not lock its seller out', async () => {
  const body = { payment_processor: 'stripe' as const, product_id: victim.productId };
  const { url } = await send(createCheckoutLink, { body }, victim.token);
  const count = 90;
  const checkouts = await Promise.all(repeat(count, () => openCheckout(victim)));
  const changes = repeat(900, (index) => ({
    method: 'PATCH',
    path: `/v1/checkouts/custom/client/${checkouts[index % count]?.client_secret}`,
    body: JSON.stringify({ customer_name: `Buyer ${index}` }),
  }));
  const visits = repeat(count, () => ({ path: new URL(url).pathname }));
  const locked = checkouts.map(({ id }) => `'${id}'`).join();
  // The unrelated client is the seller of the link.
  const { most, statuses } = await beside(`${count} buyers of one link`, '/v1/products/', () =>
    whileLocked(`SELECT FROM checkouts WHERE id IN (${locked}) FOR UPDATE`, PLACES / 2, () =>
      flood(product.url, [...changes, ...visits]),
    ),
  );
  expect(most).toBe(PLACES / 2);
  const { 200: changed = 0, 303: opened = 0, 429: refused = 0, ...others } = tally(statuses);
  expect(others).toEqual({});
  expect(changed).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(changed + opened + refused).toBe(changes.length + visits.length);
});

test('PDFs of invoices are rendered beside everything else, and limited by address', async () => {
  const invoices = await Promise.all(
    repeat(40, async () => {
      const { id, client_secret } = await openCheckout(attacker);
      await send(confirmCheckout, { params: { client_secret }, body: buyer() });
      const query = { checkout_id: [id] };
      const [order] = (await send(listOrders, { query }, attacker.token)).items;
      return send(getOrderInvoice, { params: { id: order?.id ?? '' } }, attacker.token);
    }),
  );
  const count = 200;
  const statuses = await beside(`${count} PDFs of invoices`, '/v1/me', () =>
    flood(
      product.url,
      repeat(count, (index) => ({
        path: `${new URL(invoices[index % invoices.length]?.url ?? '').pathname}.pdf`,
      })),
    ),
  );
  const { 200: done = 0, 503: busy = 0, ...others } = tally(statuses);
  expect(done).toBeGreaterThan(0);
  expect(done + busy).toBe(60);
  expect(others).toEqual({ 429: count - 60 });
});

test('files that do not exist cost no page', async () => {
  const count = 2000;
  const statuses = await beside(`${count} unknown scripts`, '/v1/me', () =>
    flood(
      product.url,
      repeat(count, (index) => ({ path: `/_next/static/chunks/${index}.js` })),
    ),
  );
  expect(tally(statuses)).toEqual({ 404: count });
});

describe('one seller’s load', () => {
  const LIST = '/v1/products/';

  test('of parallel updates leaves another seller’s list usable', async () => {
    const path = `/v1/products/${attacker.productId}`;
    const count = 1000;
    const statuses = await beside(`${count} parallel updates`, LIST, () =>
      flood(
        product.url,
        repeat(count, (index) => ({
          method: 'PATCH',
          path,
          headers: { ...json, ...bearer(attacker.token) },
          body: JSON.stringify({ name: `Pen ${index}` }),
        })),
      ),
    );
    const { 200: done = 0, 429: refused = 0, ...others } = tally(statuses);
    expect(others).toEqual({});
    expect(done).toBeGreaterThanOrEqual(16);
    expect(done + refused).toBe(count);
    expect(refused).toBeGreaterThan(0);
  });

  test('of exports runs two at a time', async () => {
    const seed = new Run(
      ['seed', '--', '--subscriptions', '20000', '--organization', attacker.slug],
      { DATA_DIR: product.dataDir, PORT: String(product.port) },
    );
    expect({ code: await seed.ended, errors: seed.errors }).toEqual({ code: 0, errors: '' });
    const statuses = await beside('20 exports', LIST, () =>
      flood(
        product.url,
        repeat(20, () => ({ path: '/v1/subscriptions/export', headers: bearer(attacker.token) })),
      ),
    );
    const { 200: done = 0, ...others } = tally(statuses);
    expect(done).toBeGreaterThanOrEqual(2);
    expect(others).toEqual({ 429: 20 - done });
    expect(done).toBeLessThan(20);
  });
});
