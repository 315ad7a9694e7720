import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '@/lib/client/client';
import { createToken } from '@/lib/resources/tokens/contract';
import { newId } from '@/lib/runtime/ids';
import { type Product, removeFolder, startProduct } from '@/testing/product';
import { installedFolder, installedToken } from '../product/installation';

const READS = 20;
const WRITES = 10;
const settings = {
  PUBLIC_URL: 'https://shop.example.com',
  TRUST_PROXY: '1',
  RATE_LIMIT_READS: String(READS),
  RATE_LIMIT_WRITES: String(WRITES),
};

let folder: string;
let product: Product;
beforeAll(async () => {
  folder = await installedFolder();
  product = await startProduct(path.join(folder, 'data'), settings);
});
afterAll(async () => {
  await product?.run.stop();
  await removeFolder(folder);
});

let addresses = 0;
/** An unused client address. */
const newAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};

interface Sent {
  address: string;
  token?: string;
  method?: string;
  body?: string;
}

async function send(where: string, { address, token, method = 'GET', body }: Sent) {
  const answer = await fetch(product.url + where, {
    method,
    headers: {
      'X-Forwarded-For': address,
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The statuses of concurrent requests. */
async function statuses(times: number, request: () => ReturnType<typeof send>) {
  const answers = await Promise.all(Array.from({ length: times }, request));
  return answers.map(({ status }) => status).sort();
}

async function newToken(): Promise<string> {
  const body = { name: newId(), scopes: ['products:write' as const] };
  const options = { baseUrl: product.url, token: await installedToken() };
  return (await call(createToken, { body }, options)).token;
}

describe('a caller’s requests in a minute', () => {
  test('are limited by token, wherever they come from, and every answer says what is left', async () => {
    const [token, other] = [await newToken(), await newToken()];
    const address = newAddress();
    // Requests count for the address until a response has shown that the token is valid.
    expect((await send('/v1/me', { address, token })).status).toBe(200);
    const { headers } = await send('/v1/me', { address, token });
    expect(headers.get('ratelimit-policy')).toBe(`"reads";q=${READS};w=60`);
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"reads";r=${READS - 1};t=(60|59)$`));
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy');
    const others = await statuses(READS, () => send('/v1/me', { address: newAddress(), token }));
    expect(others).toEqual([...Array(READS - 1).fill(200), 429]);

    const refused = await send('/v1/me', { address: newAddress(), token });
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toMatchObject({ error: 'TooManyRequests' });
    expect(refused.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('/v1/me', { address, token: other })).status).toBe(200);
    // Reads and writes are counted separately.
    const write = { address, token, method: 'POST', body: '{' };
    expect((await send('/v1/products/', write)).status).toBe(422);
  });

  test('are limited before their body is read', async () => {
    const token = await newToken();
    const address = newAddress();
    await send('/v1/me', { address, token });
    const write = () => send('/v1/products/', { address, token, method: 'POST', body: '{' });
    expect(await statuses(WRITES + 2, write)).toEqual([...Array(WRITES).fill(422), 429, 429]);
  });

  test('are counted by address where the token is made up', async () => {
    const address = newAddress();
    const guess = () => send('/v1/me', { address, token: `td_pat_${newId()}` });
    expect(await statuses(READS + 3, guess)).toEqual([...Array(READS).fill(401), 429, 429, 429]);
    expect((await send('/v1/me', { address: newAddress() })).status).toBe(401);
  });

  test('are counted by address where no credential is needed, whatever is sent along', async () => {
    const address = newAddress();
    const guess = () =>
      send(`/v1/checkouts/custom/client/td_c_${newId()}`, { address, token: newId() });
    expect(await statuses(READS + 1, guess)).toEqual([...Array(READS).fill(404), 429]);
    expect((await send('/sign-in', { address })).status).toBe(429);
  });

  test('include those of accounts', async () => {
    const address = newAddress();
    const body = JSON.stringify({ email: `${newId()}@example.com` });
    const sign = () => send('/api/auth/sign-in/email', { address, method: 'POST', body });
    expect(await statuses(WRITES + 1, sign)).toEqual([...Array(WRITES).fill(422), 429]);
  });

  test('do not include pictures and scripts', async () => {
    const address = newAddress();
    const file = () => send('/avatars/none.svg', { address });
    expect(await statuses(READS + 5, file)).toEqual(Array(READS + 5).fill(404));
    const { text } = await send('/sign-in', { address });
    const [, script = ''] = /src="(\/_next\/static\/[^"]+)"/.exec(text) ?? [];
    expect(script).not.toBe('');
    const read = () => send(script, { address });
    expect(await statuses(READS + 5, read)).toEqual(Array(READS + 5).fill(200));
    expect((await read()).headers.get('cache-control')).toContain('immutable');
  });

  test('include files that do not exist, which are a small refusal', async () => {
    const address = newAddress();
    const missing = () => send('/_next/static/chunks/none.js', { address });
    const { status, headers, text } = await missing();
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json']);
    expect(text.length).toBeLessThan(200);
    expect(await statuses(READS, missing)).toEqual([...Array(READS - 1).fill(404), 429]);
  });
});
