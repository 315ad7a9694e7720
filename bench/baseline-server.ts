// The baseline: what an operation costs at least. A bare `node:http` server and `pg`, one prepared
// statement for each operation, the token checked in it, the documents put together as text. Run by
// bench/run.ts, which tells it over IPC what to serve.

import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 } from 'uuid';
import { type PreparedDocuments, RESOURCES } from '@/bench/documents';
import { readPreparedDocuments } from '@/bench/prepared-documents';
import { sessionToken } from '@/bench/session';

/** One operation as it is served. */
export interface Route {
  /**
   * Method, path and credential (a token, or that of a session); in the path `:secret` stands for that of any
   * checkout, `:page` for any page, `:id` for any object.
   */
  request: string;
  resource: keyof typeof RESOURCES;
  statement: string;
  /**
   * What the statement takes: the digest of the token, the token of the session, the id in the path, where the
   * page begins, something new, or a field of the body.
   */
  values: readonly string[];
  /** The exact number of rows, and how many make a page; without it the answer is one object. */
  total?: number | 'counted';
  limit?: number;
  status?: number;
}

export interface BaselineConfig {
  databaseUrl: string;
  origin: string;
  tokens: readonly string[];
  routes: readonly Route[];
}

process.once('message', async (config: BaselineConfig) => {
  const found = await Promise.all(
    config.tokens.map((token) => readPreparedDocuments(config.origin, token)),
  );
  const documents = found.reduce((all, one) => {
    for (const [name, documents] of Object.entries(one)) {
      const into = all[name as keyof PreparedDocuments];
      if (documents instanceof Map && into instanceof Map)
        for (const [id, document] of documents) into.set(id, document);
    }
    return all;
  });
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max: 10,
    options: '-c TimeZone=UTC -c statement_timeout=0 -c plan_cache_mode=force_generic_plan',
    types: { getTypeParser: () => (value: unknown) => value },
  });
  const routes = new Map(config.routes.map((route, nth) => [route.request, { ...route, nth }]));
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const [, secret] = /\/client\/([^/]+)\/confirm$/.exec(url) ?? [];
    const token = headers.authorization?.slice(7) ?? sessionToken(headers.cookie);
    const at = secret ? url.replace(secret, ':secret') : url;
    const [, page] = /\bpage=(\d+)$/.exec(url) ?? [];
    const [, id] = /\/([0-9a-f-]{36})$/.exec(url) ?? [];
    const route =
      routes.get(`${method} ${at} ${token}`) ??
      routes.get(`${method} ${id ? at.replace(id, ':id') : at.replace(/\d+$/, ':page')} ${token}`);
    if (!route) return void response.writeHead(404).end();
    const body = method === 'POST' ? await bodyOf(request) : {};
    const values = route.values.map((name) => {
      if (name === 'token') return digest(token);
      if (name === 'session') return token;
      if (name === 'id') return id;
      if (name === 'new id') return v7();
      if (name === 'new secret') return `td_c_${randomBytes(32).toString('base64url')}`;
      if (name === 'new uuid') return crypto.randomUUID().toUpperCase();
      if (name === 'new session') return `td_cst_${randomBytes(32).toString('base64url')}`;
      if (name === 'secret') return secret;
      if (name === 'offset') return (Number(page) - 1) * (route.limit ?? 0);
      return body[name];
    });
    const { rows } = await pool.query<(string | null)[]>({
      name: `case ${route.nth}`,
      text: route.statement,
      values,
      rowMode: 'array',
    });
    const { print } = RESOURCES[route.resource];
    if (rows[0] === undefined) return void response.writeHead(401).end();
    let json: string;
    if (route.total === undefined) {
      json = print(rows[0], documents);
    } else {
      const total = route.total === 'counted' ? Number(rows[0].at(-1)) : route.total;
      const items = rows.map((row) => print(row, documents)).join();
      json = `{"items":[${items}],"pagination":{"total_count":${total},"max_page":${Math.ceil(total / (route.limit ?? 10))}}}`;
    }
    const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) };
    response.writeHead(route.status ?? 200, head).end(json);
  }

  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text) as Record<string, string>;
}
