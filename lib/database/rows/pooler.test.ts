import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, disconnect } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/database/embedded/embedded';
import { migrate } from '@/lib/database/migrations/migrate';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { updateRow } from '@/lib/database/rows/write';
import { provideSettings } from '@/lib/runtime/env';
import { makeCustomer, makeSeller } from '@/testing/factories';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '@/testing/pgbouncer';

// A pooler between the product and its database: a primary that is lost, and the replica that takes its
// place, which has not seen the primary's last transactions and gives their numbers to others.

const CUSTOMER = {
  model: 'Customer',
  table: 'customers',
  relations: {},
} as const satisfies RowMapping;
const reason = hasPgBouncer ? '' : ' (skipped: PgBouncer is not installed)';

let folder: string;
let primary: EmbeddedDatabase;
let replica: EmbeddedDatabase;
let pooler: PgBouncer;
let scope: Scope;
let id: string;

const connectTo = async (url: string, direct: string) => {
  await disconnect();
  provideSettings({ DATABASE_URL: url, DIRECT_DATABASE_URL: direct });
};

const start = (name: string) =>
  startEmbedded({
    dataDir: path.join(folder, name),
    log: { info: () => {}, warn: () => {} },
    durable: false,
  });

beforeAll(async () => {
  if (!hasPgBouncer) return;
  folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-'));
  await chmod(folder, 0o711);
  const first = await start('primary');
  await migrate(first.url);
  await connectTo(first.url, first.url);
  const { organizationId } = await makeSeller();
  scope = systemScope(organizationId);
  id = (await makeCustomer(organizationId, { name: 'First' })).id;
  await disconnect();
  await first.stop();
  const [from, to] = ['primary', 'replica'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);
  [primary, replica] = await Promise.all([start('primary'), start('replica')]);
  pooler = await startPgBouncer(primary.url);
}, 120_000);

afterAll(async () => {
  if (!hasPgBouncer) return;
  await disconnect();
  await pooler?.stop();
  await Promise.all([primary?.stop(), replica?.stop()]);
  await rm(folder, { recursive: true });
});

async function connected<T>({ url }: EmbeddedDatabase, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Uses up a transaction's number, and returns it. */
async function nextTransaction(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('SELECT txid_current() AS number');
  return Number(rows[0]?.number);
}

/** Renames the customer in the transaction of a number, and returns the row's version. */
function rename(server: EmbeddedDatabase, name: string, number: number): Promise<string> {
  return connected(server, async (client) => {
    while ((await nextTransaction(client)) < number - 1);
    const { rows } = await client.query<{ version: string }>(
      'UPDATE customers SET name = $2 WHERE id = $1 RETURNING xmin::text AS version',
      [id, name],
    );
    return rows[0]?.version ?? '';
  });
}

it.skipIf(!hasPgBouncer)(`behind a pooler, writes and reads in transactions${reason}`, async () => {
  await connectTo(pooler.url, primary.url);
  const modifiedAt = new Date('2026-03-29T01:30:00.123Z');
  const rows = await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(scope, async (inside) => {
        await db(inside).customer.update({ where: { id }, data: { modifiedAt: null } });
        return updateRow(inside, CUSTOMER, id, { modifiedAt });
      }),
    ),
  );
  expect(rows.every((row) => row.modifiedAt?.getTime() === modifiedAt.getTime())).toBe(true);
});

it.skipIf(!hasPgBouncer)(
  `behind a pooler, reads nothing that a lost primary has written${reason}`,
  async () => {
    await connectTo(pooler.url, primary.url);
    const number = (await connected(primary, nextTransaction)) + 100;
    const lost = await rename(primary, 'Lost', number);
    expect(await selectRow(scope, CUSTOMER, id)).toMatchObject({ name: 'Lost' });
    expect(await rename(replica, 'Kept', number)).toBe(lost);
    await pooler.moveTo(replica.url);
    expect(await selectRow(scope, CUSTOMER, id)).toMatchObject({ name: 'Kept' });
  },
);
