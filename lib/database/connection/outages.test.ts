import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { db, disconnect, pool } from '@/lib/database/connection/client';
import { outageOf } from '@/lib/database/connection/errors';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';
import { env, provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { callApi, sendRaw } from '@/testing/call-api';
import { DatabaseProxy } from '@/testing/database-proxy';
import { makeSeller, type Seller } from '@/testing/factories';

const address = env().DATABASE_URL ?? '';
/** The same database by another name, as past a pooler. */
const direct = `${address}?application_name=direct`;

let as: Seller;
beforeAll(async () => {
  as = await makeSeller();
});
afterEach(() => reconnect({}));

async function reconnect(settings: Parameters<typeof provideSettings>[0]): Promise<void> {
  await disconnect();
  provideSettings({
    DATABASE_URL: address,
    DIRECT_DATABASE_URL: address,
    DATABASE_POOL_SIZE: '10',
    STATEMENT_TIMEOUT_SECONDS: '',
    IDLE_IN_TRANSACTION_TIMEOUT_SECONDS: '',
    ...settings,
  });
}

/** Runs work while a connection of its own does things to the database. */
async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return work(client).finally(() => client.end());
}

const body = () => ({ type: 'checkbox', slug: newId(), name: 'Terms', properties: {} }) as const;
const row = () => ({ id: newId(), type: 'text', slug: newId(), name: 'Company' }) as const;
const create = () => sendRaw(createCustomField, { body: JSON.stringify(body()) }, { as });
const list = () => sendRaw(listCustomFields, {}, { as });
const count = () => db(null).customField.count({ where: { organizationId: as.organizationId } });

async function expectOutage(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const answer = await response.text();
  expect(JSON.parse(answer)).toMatchObject({ error: 'ServiceUnavailable' });
  expect(answer).not.toMatch(/SELECT|INSERT|custom_fields|postgres/);
}

describe('a database without resources', () => {
  it.each([
    ['53100', /disk is full/],
    ['53200', /out of memory/],
    ['53300', /no more connections/],
    ['53400', /reached a limit/],
    ['25006', /takes no writes/],
    ['57014', /took too long/],
    ['57P01', /does not answer/],
    ['57P02', /does not answer/],
    ['57P03', /does not answer/],
    ['08P01', /does not answer/],
    ['08007', /does not answer/],
  ])('answers 503 to SQLSTATE %s and tells what to do', { tags: 'soak' }, async (code, advice) => {
    await withClient(async (client) => {
      await client.query(`
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$;
        CREATE TRIGGER fail BEFORE INSERT ON custom_fields FOR EACH ROW EXECUTE FUNCTION fail()`);
      try {
        const before = await count();
        await expectOutage(await create());
        expect(await count()).toBe(before);
        const error = await db(systemScope(as.organizationId))
          .customField.create({ data: { ...row(), organizationId: as.organizationId } })
          .catch((reason: unknown) => reason);
        expect(outageOf(error)?.advice).toMatch(advice);
      } finally {
        await client.query('DROP FUNCTION fail CASCADE');
      }
    });
    expect((await create()).status).toBe(201);
  });

  it('answers 503 while it takes no more connections', async () => {
    await withClient(async (client) => {
      const name = new URL(address).pathname.slice(1);
      const { rows } = await client.query(
        'SELECT rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user',
      );
      const url = new URL(address);
      if (rows[0].is_superuser) {
        // No limit holds a superuser, as whom the tests may run on a given server.
        url.username = `${name}_limited`;
        url.password = 'limited';
        await client.query(`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}'`);
      }
      await reconnect({ DATABASE_URL: url.href, DIRECT_DATABASE_URL: url.href });
      await client.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
      try {
        await expectOutage(await list());
      } finally {
        await client.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
        if (rows[0].is_superuser) await client.query(`DROP ROLE ${url.username}`);
      }
    });
    await reconnect({});
    expect((await list()).status).toBe(200);
  });
});

describe('a node whose connections are all in use', () => {
  it('answers 503 and tells what to do', { tags: 'soak' }, async () => {
    await reconnect({ DATABASE_POOL_SIZE: '1' });
    const held = await pool().connect();
    try {
      const waiting = pool()
        .query('SELECT')
        .catch((reason: unknown) => reason);
      await expectOutage(await list());
      expect(outageOf(await waiting)?.advice).toMatch(/raise DATABASE_POOL_SIZE/);
    } finally {
      held.release();
    }
    expect((await list()).status).toBe(200);
  });
});

describe('a pooler that reaches no server', () => {
  it.each(['at the login', 'at a statement'])('is answered with 503 %s', async (when) => {
    const pooler = await startLostPooler(when === 'at the login');
    const url = `postgresql://shop@127.0.0.1:${(pooler.address() as AddressInfo).port}/shop`;
    await reconnect({ DATABASE_URL: url });
    for (const response of await Promise.all([list(), create()])) await expectOutage(response);
    await reconnect({});
    await new Promise((resolve) => pooler.close(resolve));
  });
});

/** Speaks as much of PostgreSQL's protocol as PgBouncer does whose server is away. */
async function startLostPooler(refusesLogins: boolean): Promise<Server> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const text = 'server login has been failing, cached error: connect failed (server_login_retry)';
  const failure = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`);
  const authenticated = message('R', Buffer.alloc(4));
  const ready = message('Z', Buffer.from('I'));
  const server = createServer((socket) => {
    let isFirst = true;
    socket
      .on('error', () => {})
      .on('data', () => {
        const greets = isFirst && !refusesLogins;
        isFirst = false;
        if (greets) socket.write(Buffer.concat([authenticated, ready]));
        else socket.end(message('E', failure));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('disconnect', () => {
  it('resolves once the server has closed every connection', async () => {
    const clients = await Promise.all(Array.from({ length: 3 }, () => pool().connect()));
    let ended = 0;
    for (const client of clients) {
      client.once('end', () => {
        ended += 1;
      });
      client.release();
    }
    await disconnect();
    expect(ended).toBe(3);
  });
});

describe('a statement that does not come to its end', () => {
  const LOCK = 'BEGIN; LOCK TABLE custom_fields IN ACCESS EXCLUSIVE MODE';

  it.each([
    ['on a direct connection', address],
    ['behind a pooler', direct],
  ])('is answered with 503 %s', { tags: 'soak' }, async (_, DIRECT_DATABASE_URL) => {
    await reconnect({ DIRECT_DATABASE_URL, STATEMENT_TIMEOUT_SECONDS: '1' });
    await withClient(async (holder) => {
      await holder.query(LOCK);
      const [reading, writing] = await Promise.all([list(), create()]);
      await expectOutage(reading);
      await expectOutage(writing);
      await holder.query('ROLLBACK');
    });
    expect([(await list()).status, (await create()).status]).toEqual([200, 201]);
  });

  it('is ended behind a pooler by the timeouts of its transaction alone', async () => {
    await reconnect({
      DIRECT_DATABASE_URL: direct,
      STATEMENT_TIMEOUT_SECONDS: '7',
      IDLE_IN_TRANSACTION_TIMEOUT_SECONDS: '9',
    });
    const timeouts = `SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`;
    const inside = await transaction(systemScope(as.organizationId), (scope) =>
      db(scope).$queryRawUnsafe(timeouts),
    );
    expect(inside).toEqual([{ statement: '7s', idle: '9s' }]);
    expect((await pool().query('SHOW statement_timeout')).rows).not.toEqual([
      { statement_timeout: '7s' },
    ]);
  });

  it('ends on a direct connection as the settings say, or never', async () => {
    const shown = async () => {
      const [statement, idle] = await Promise.all([
        pool().query('SHOW statement_timeout'),
        pool().query('SHOW idle_in_transaction_session_timeout'),
      ]);
      return [...statement.rows, ...idle.rows];
    };
    await reconnect({});
    expect(await shown()).toEqual([
      { statement_timeout: '15s' },
      { idle_in_transaction_session_timeout: '30s' },
    ]);
    await reconnect({ STATEMENT_TIMEOUT_SECONDS: '0', IDLE_IN_TRANSACTION_TIMEOUT_SECONDS: '0' });
    expect(await shown()).toEqual([
      { statement_timeout: '0' },
      { idle_in_transaction_session_timeout: '0' },
    ]);
  });

  it('is answered with 503 where the network swallows everything', { tags: 'soak' }, async () => {
    const { proxy, url } = await DatabaseProxy.start(address);
    await reconnect({
      DATABASE_URL: url,
      DIRECT_DATABASE_URL: url,
      STATEMENT_TIMEOUT_SECONDS: '1',
    });
    expect((await list()).status).toBe(200);
    proxy.silence();
    const [reading, writing] = await Promise.all([list(), create()]);
    await expectOutage(reading);
    await expectOutage(writing);
    proxy.mend();
    expect((await list()).status).toBe(200);
    await disconnect();
    await proxy.stop();
  });

  it('is answered with 503 where the network fails in the middle of a transaction', {
    tags: 'soak',
  }, async () => {
    const { proxy, url } = await DatabaseProxy.start(address);
    await reconnect({
      DATABASE_URL: url,
      DIRECT_DATABASE_URL: url,
      STATEMENT_TIMEOUT_SECONDS: '1',
    });
    const name = newId();
    const error = await transaction(systemScope(as.organizationId), async (scope) => {
      await db(scope).organization.updateMany({ data: { name } });
      proxy.silence();
      await db(scope).organization.updateMany({ data: { name: 'Later' } });
    }).catch((reason: unknown) => reason);
    expect(outageOf(error)?.advice).toMatch(/took too long/);
    await reconnect({});
    await proxy.stop();
    const found = await db(systemScope(as.organizationId)).organization.findFirstOrThrow();
    expect(found.name).toBe('Test Organization');
    await callApi(listCustomFields, {}, { as });
  });
});
