import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listProducts } from '@/lib/resources/products/contract';
import { provideSettings } from '@/lib/runtime/env';
import { memoryRateLimiter } from '@/lib/server/rate-limiter';
import { sendRefusal } from '@/lib/server/refusal';
import { requestLimits } from '@/lib/server/request-limits';

let server: http.Server | undefined;
afterEach(() => {
  server?.close();
  provideSettings({ PUBLIC_URL: '', RATE_LIMIT_READS: '', RATE_LIMIT_WRITES: '' });
});

/** What the gate says of a path. */
const LIMITS: Record<string, 'none' | 'pdf'> = { '/script.js': 'none', '/document.pdf': 'pdf' };

/** A server that has these limits and answers everybody, its client's address taken from a header. */
async function serve(settings: Record<string, string>) {
  provideSettings(settings);
  const limits = requestLimits();
  server = http.createServer(async (request, response) => {
    const address = String(request.headers['x-address'] ?? '203.0.113.1');
    const limit = LIMITS[request.url ?? ''];
    const refusal = await limits.admit(request, response, { address, route: listProducts, limit });
    if (refusal) sendRefusal(response, refusal, 'id');
    else response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return async (method = 'GET', address = '203.0.113.1', url = '/v1/products/') => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: { 'X-Address': address },
    });
    await answer.arrayBuffer();
    return { status: answer.status, policy: answer.headers.get('ratelimit-policy') };
  };
}

const PUBLIC_URL = 'https://shop.example.com';

describe('the limit of a caller', () => {
  it('is 1200 reads and 600 writes a minute where others reach the product', async () => {
    const send = await serve({ PUBLIC_URL });
    expect(await send('GET')).toEqual({ status: 200, policy: '"reads";q=1200;w=60' });
    expect(await send('HEAD')).toEqual({ status: 200, policy: '"reads";q=1200;w=60' });
    expect(await send('PATCH')).toEqual({ status: 200, policy: '"writes";q=600;w=60' });
  });

  it('is none on a loopback address, unless it is set', async () => {
    const send = await serve({ PUBLIC_URL: 'http://127.0.0.1:3000', RATE_LIMIT_WRITES: '1' });
    expect(await send('GET')).toEqual({ status: 200, policy: null });
    expect(await send('POST')).toEqual({ status: 200, policy: '"writes";q=1;w=60' });
    expect((await send('POST')).status).toBe(429);
  });

  it('is none where it is set to 0', async () => {
    const send = await serve({ PUBLIC_URL, RATE_LIMIT_READS: '0' });
    expect((await send('GET')).policy).toBeNull();
    expect((await send('POST')).policy).toBe('"writes";q=600;w=60');
  });

  it('is that of a network where the address is of IPv6', async () => {
    const send = await serve({ PUBLIC_URL, RATE_LIMIT_READS: '1' });
    expect((await send('GET', '2001:db8:7::1')).status).toBe(200);
    expect((await send('GET', '2001:db8:7:0:ffff::2')).status).toBe(429);
    expect((await send('GET', '2001:db8:7:1::1')).status).toBe(200);
  });
});

describe('PDFs', () => {
  it('are 60 a minute for an address, also where there is no other limit', async () => {
    const send = await serve({ PUBLIC_URL: 'http://127.0.0.1:3000' });
    const pdf = (address?: string) => send('GET', address, '/document.pdf');
    expect(await pdf()).toEqual({ status: 200, policy: '"pdfs";q=60;w=60' });
    const statuses = await Promise.all(Array.from({ length: 60 }, () => pdf()));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await pdf('203.0.113.2')).status).toBe(200);
    expect((await send('GET')).status).toBe(200);
  });
});

describe('files that browsers cache', () => {
  it('do not count', async () => {
    const send = await serve({ PUBLIC_URL, RATE_LIMIT_READS: '1' });
    const file = () => send('GET', undefined, '/script.js');
    expect(await Promise.all([file(), file()])).toEqual(
      Array(2).fill({ status: 200, policy: null }),
    );
    expect((await send('GET')).status).toBe(200);
  });
});

describe('the limiter in memory', () => {
  it('counts requests that come at once, and says how many are left', async () => {
    const limiter = memoryRateLimiter('reads', 3);
    const quotas = await Promise.all(Array.from({ length: 5 }, () => limiter.count('a')));
    expect(quotas.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
    expect(quotas.map(({ isExceeded }) => isExceeded)).toEqual([false, false, false, true, true]);
    for (const { seconds } of quotas) expect([59, 60]).toContain(seconds);
  });

  it('forgets the caller seen least lately rather than grow', async () => {
    const limiter = memoryRateLimiter('reads', 1, 2);
    for (const caller of ['a', 'b', 'c']) await limiter.count(caller);
    expect((await limiter.count('c')).isExceeded).toBe(true);
    expect((await limiter.count('b')).isExceeded).toBe(true);
    expect((await limiter.count('a')).isExceeded).toBe(false);
  });
});
