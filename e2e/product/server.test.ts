import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { decodeProtectedHeader } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '@/lib/api/request';
import { freePort } from '@/lib/database/embedded/postmaster';
import { startTemporary } from '@/lib/database/embedded/temporary';
import { readMigrations } from '@/lib/database/migrations/files';
import { newId } from '@/lib/runtime/ids';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';

// Two nodes on one external database.

const APP_SECRET = 'the secret that all nodes of this database share';
let folder: string;
let database: Awaited<ReturnType<typeof startTemporary>>;
let nodes: [Product, Product];
let token: string;
let settings: Record<string, string>;
beforeAll(async () => {
  [folder, database] = await Promise.all([temporaryFolder(), startTemporary()]);
  settings = { DATABASE_URL: database.url, APP_SECRET };
  nodes = await Promise.all([startProduct(folder, settings), startProduct(folder, settings)]);
  const made = new Run(
    ['token', '--', '--email', 'ada@example.com', '--organization', 'quill'],
    settings,
  );
  await made.ended;
  token = made.output.trim();
});
afterAll(async () => {
  await Promise.all(nodes?.map(({ run }) => run.stop()) ?? []);
  await database?.stop();
  await removeFolder(folder);
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: http.Agent;
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  reusedSocket: boolean;
}

/** Sends JSON to a node as its own pages do. */
function post(url: string, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  });
}

/** Sends a request that `fetch` would normalize; returns the raw response. */
function send(where: string, { method = 'GET', headers = {}, body, agent }: Sent = {}) {
  const { port } = nodes[0];
  const authorization = `Bearer ${token}`;
  const options = { port, host: '127.0.0.1', path: where, method, ...(agent && { agent }) };
  return new Promise<Answer>((resolve, reject) => {
    const request = http.request(
      { ...options, headers: { authorization, ...headers } },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, headers } = response;
        const { reusedSocket } = request;
        resolve({ status, headers, bytes, text: bytes.toString(), reusedSocket });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const json = { 'Content-Type': 'application/json' };
const field = (slug: string) => ({ type: 'checkbox', slug, name: 'Terms', properties: {} });

describe('nodes of one database', () => {
  test('sign ID tokens by a new key within 10 seconds of its making', {
    tags: 'soak',
  }, async () => {
    const [{ url: first }] = nodes;
    const email = `keys-${newId()}@example.com`;
    const made = await post(first, '/api/auth/sign-up/email', {
      name: 'Ann',
      email,
      password: 'correct horse battery',
    });
    const Cookie = made.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const redirect_uri = 'https://app.example.com/callback';
    const body = { client_name: 'Ledger', redirect_uris: [redirect_uri] };
    const cookie = { Cookie: Cookie.join('; ') };
    const app = await (await post(first, '/v1/oauth2/register', body, cookie)).json();
    const { client_id, client_secret } = app as Record<string, string>;
    const asked = { client_id, redirect_uri, response_type: 'code', scope: 'openid' } as const;
    /** The key of an ID token that a node makes. */
    const keyAt = async ({ url }: Product) => {
      const request = new URLSearchParams(asked as Record<string, string>).toString();
      const allowed = await post(url, '/v1/oauth2/consent', { request, action: 'allow' }, cookie);
      const { redirect_to } = (await allowed.json()) as { redirect_to: string };
      const code = new URL(redirect_to).searchParams.get('code') ?? '';
      const fields = { grant_type: 'authorization_code', code, redirect_uri };
      const form = new URLSearchParams({ ...fields, client_id, client_secret } as never);
      const answer = await fetch(`${url}/v1/oauth2/token`, { method: 'POST', body: form });
      const { id_token } = (await answer.json()) as { id_token: string };
      return decodeProtectedHeader(id_token).kid;
    };
    const keys = () => Promise.all(nodes.map(keyAt));
    const [before, same] = await keys();
    expect(same).toBe(before);
    const rotated = new Run(['keys', '--', '--rotate'], settings);
    expect(await rotated.ended, rotated.errors).toBe(0);
    const at = Date.now();
    const [after, too] = await keys();
    expect(Date.now() - at).toBeLessThan(10_000);
    expect(too).toBe(after);
    expect(after).not.toBe(before);
    for (const { url } of nodes) {
      const published = await (await fetch(`${url}/.well-known/jwks.json`)).json();
      const { keys } = published as { keys: { kid: string }[] };
      expect(keys.map(({ kid }) => kid).slice(0, 2)).toEqual([after, before]);
    }
  });

  test('that start at once migrate it once', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client
      .query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY name')
      .finally(() => client.end());
    const expected = (await readMigrations()).map(({ name }) => ({ name }));
    expect(rows).toEqual(expected);
  });

  test('see each other’s writes, tokens and idempotency keys', async () => {
    const [first, second] = nodes;
    const body = JSON.stringify(field(newId()));
    const headers = { ...json, Authorization: `Bearer ${token}`, 'Idempotency-Key': newId() };
    const create = async ({ url }: Product) => {
      const answer = await fetch(`${url}/v1/custom-fields/`, { method: 'POST', headers, body });
      const replayed = answer.headers.get('idempotency-replayed');
      return { status: answer.status, replayed, body: await answer.text() };
    };
    const made = await create(first);
    expect(made).toMatchObject({ status: 201, replayed: null });
    expect(await create(second)).toEqual({ ...made, replayed: 'true' });
  });

  test('have no demo data, and tell whose database it is without its password', async () => {
    const { output } = nodes[0].run;
    expect(output).not.toContain('Sign in');
    expect(output).toContain(`PostgreSQL 127.0.0.1:${new URL(database.url).port}/tilldesk`);
    expect(output).not.toContain(new URL(database.url).password);
  });

  test.each([
    ['none', {}, /^The setting APP_SECRET is required with DATABASE_URL, .+\n$/],
    [
      'another',
      { APP_SECRET: 'a secret that is not the one of this database' },
      /another APP_SECRET/,
    ],
  ])(
    'have one secret: a node with %s does not start',
    { tags: 'soak' },
    async (_, { APP_SECRET }: { APP_SECRET?: string }, reason) => {
      const PORT = String(await freePort());
      const given = { DATABASE_URL: database.url, DATA_DIR: folder, PORT };
      const run = new Run(['start'], APP_SECRET ? { ...given, APP_SECRET } : given);
      expect(await run.ended).toBe(1);
      expect(run.errors).toMatch(reason);
      expect(run.errors.trim().split('\n')).toHaveLength(1);
    },
  );
});

describe('the server', () => {
  test('answers both slash forms alike, without a redirect', async () => {
    for (const where of ['/v1/custom-fields', '/v1/license-keys', '/v1/me', '/v1/openapi.json']) {
      const [bare, slashed] = [await send(where), await send(`${where}/`)];
      expect([bare.status, slashed.status]).toEqual([200, 200]);
      expect(slashed.text).toBe(bare.text);
    }
    for (const where of ['/v1/custom-fields', '/v1/custom-fields/']) {
      const body = JSON.stringify(field(newId()));
      const { status } = await send(where, { method: 'POST', headers: json, body });
      expect(status).toBe(201);
    }
  });

  const tooLong = JSON.stringify({ name: 'x'.repeat(MAX_BODY_BYTES) });
  const chunked = { ...json, 'Transfer-Encoding': 'chunked' };
  const add = { method: 'POST', headers: json };
  test.each<[string, string, Sent, number, string]>([
    ['an unknown path', '/v1/unknown', {}, 404, 'ResourceNotFound'],
    ['the bare root', '/v1', {}, 404, 'ResourceNotFound'],
    ['an empty segment', '/v1//products', {}, 404, 'ResourceNotFound'],
    ['a wrong method', '/v1/me', { method: 'DELETE' }, 405, 'MethodNotAllowed'],
    ['a method that nothing has', '/v1/me', { method: 'TRACE' }, 405, 'MethodNotAllowed'],
    ['a malformed escape', '/v1/products/%zz', {}, 400, 'BadRequest'],
    ['a malformed escape in the query', '/v1/products?query=%ff', {}, 400, 'BadRequest'],
    [
      'a body of another type',
      '/v1/custom-fields',
      { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' },
      415,
      'UnsupportedMediaType',
    ],
    [
      'a body that is no JSON',
      '/v1/custom-fields',
      { ...add, body: '{' },
      422,
      'RequestValidationError',
    ],
    ['a body over 1 MiB', '/v1/custom-fields', { ...add, body: tooLong }, 413, 'PayloadTooLarge'],
    [
      'a body over 1 MiB in chunks',
      '/v1/custom-fields',
      { method: 'POST', headers: chunked, body: tooLong },
      413,
      'PayloadTooLarge',
    ],
    ['an id that is none', '/v1/products/1', {}, 422, 'RequestValidationError'],
    [
      'an endless address',
      `/v1/products?query=${'x'.repeat(20_000)}`,
      {},
      431,
      'RequestHeaderFieldsTooLarge',
    ],
  ])('refuses %s', async (_, where, sent, status, error) => {
    const answer = await send(where, sent);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json');
    const body = JSON.parse(answer.text);
    expect(body).toMatchObject({ error, request_id: answer.headers['x-request-id'] });
    if (status === 405) expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  test.each(['/v1/openapi.json', '/v1/custom-fields/', '/v1/custom-fields/export'])(
    'compresses %s for who takes it',
    async (where) => {
      for (let nth = 0; nth < 3; nth += 1) {
        const body = JSON.stringify(field(newId()));
        await send('/v1/custom-fields', { method: 'POST', headers: json, body });
      }
      const plain = await send(where);
      const packed = await send(where, { headers: { 'Accept-Encoding': 'br, gzip;q=0.5' } });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
      expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
      for (const encoding of ['br', 'gzip;q=0', 'gzip; q=0.0, br']) {
        const other = await send(where, { headers: { 'Accept-Encoding': encoding } });
        expect(other.headers).not.toHaveProperty('content-encoding');
        expect(other.text).toBe(plain.text);
      }
    },
  );

  test('tells by HEAD what GET would send, and sends none of it', async () => {
    for (const where of ['/v1/me', '/v1/custom-fields/', '/v1/products/export']) {
      const [head, get] = [await send(where, { method: 'HEAD' }), await send(where)];
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers.vary).toBe(get.headers.vary);
    }
  });

  test('refuses without reading a body, on a connection that goes on', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const body = JSON.stringify({ name: 'x'.repeat(MAX_BODY_BYTES - 100) });
    const refused = await send('/v1/products/', {
      method: 'POST',
      headers: { ...json, authorization: 'Bearer td_pat_unknown' },
      body,
      agent,
    });
    expect(refused.status).toBe(401);
    const next = await send('/v1/me', { agent });
    expect([next.status, next.reusedSocket]).toEqual([200, true]);
    agent.destroy();
  });

  test('is not troubled by clients that go away', async () => {
    const [{ port, run }] = nodes;
    const gone = (
      where: string,
      more: http.RequestOptions,
      leave: (of: http.ClientRequest) => void,
    ) =>
      new Promise<void>((resolve) => {
        const headers = { authorization: `Bearer ${token}`, ...json, 'Content-Length': '100' };
        const options = { port, host: '127.0.0.1', path: where, headers, ...more };
        const request = http.request(options, (response) => response.destroy());
        request.on('error', () => undefined).on('close', resolve);
        leave(request);
      });
    for (let nth = 0; nth < 3; nth += 1) {
      await gone('/v1/custom-fields/', { method: 'POST' }, (request) => {
        request.write('{"name"', () => request.destroy());
      });
      const headers = { authorization: `Bearer ${token}` };
      await gone('/v1/custom-fields/export', { headers }, (request) => request.end());
    }
    expect((await send('/v1/me')).status).toBe(200);
    expect(run.output + run.errors).not.toMatch(/unexpected fault|broke off/);
  });

  test('keeps a plain request id and no other', async () => {
    const named = async (id: string) =>
      (await send('/v1/me', { headers: { 'X-Request-Id': id } })).headers['x-request-id'];
    expect(await named('from-the-caller-1')).toBe('from-the-caller-1');
    expect(await named('not plain')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('lets other origins call with a token, and never with a cookie', async () => {
    const headers = { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' };
    const asked = await send('/v1/custom-fields/', { method: 'OPTIONS', headers });
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-headers']).toBe(
      'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id',
    );
    expect(asked.headers['access-control-allow-methods']).toContain('PATCH');
    const answered = await send('/v1/me', { headers });
    expect(answered.headers['access-control-expose-headers']).toContain('ETag');
    for (const answer of [asked, answered, await send('/v1/unknown', { headers })]) {
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const page = await send('/', { headers });
    expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('serves the document and a reference that loads nothing from elsewhere', async () => {
    const document = JSON.parse((await send('/v1/openapi.json')).text);
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths)).toContain(
      '/v1/checkouts/custom/client/{client_secret}/confirm',
    );
    const { status, headers, text } = await send('/docs');
    expect(status).toBe(200);
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/_next\/[^"]+)"/g)) {
      expect((await send(file)).status).toBe(200);
    }
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+';/);
  });

  test('serves the home page under a policy whose nonce its scripts carry', async () => {
    const { status, headers, text } = await send('/');
    expect(status).toBe(200);
    expect(text).toContain('Tilldesk');
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});
