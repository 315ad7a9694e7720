import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, disconnect } from '@/lib/database/connection/client';
import { translateDatabaseError } from '@/lib/database/connection/errors';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/database/embedded/embedded';
import { freePort } from '@/lib/database/embedded/postmaster';
import { migrate } from '@/lib/database/migrations/migrate';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { findSnapshot } from '@/lib/database/rows/snapshots';
import { updateRow } from '@/lib/database/rows/write';
import { PRODUCT_SNAPSHOT } from '@/lib/resources/products/relations';
import { provideSettings } from '@/lib/runtime/env';
import { makeCustomer, makeProduct, makeSeller } from '@/testing/factories';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '@/testing/pgbouncer';

// A pooler between the product and its database: a primary that is lost, and the replica that takes its
// place, which has not seen the primary's last transactions and gives their versions to others.

const CUSTOMER = { model: 'Customer', table: 'customers' } as const satisfies RowMapping;
const reason = hasPgBouncer ? '' : ' (skipped: PgBouncer is not installed)';

let folder: string;
let primary: EmbeddedDatabase;
let replica: EmbeddedDatabase;
let pooler: PgBouncer;
let scope: Scope;
let id: string;
let productId: string;

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
  productId = (await makeProduct(organizationId)).id;
  await disconnect();
  await first.stop();
  const [from, to] = ['primary', 'replica'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);
  [primary, replica] = await Promise.all([start('primary'), start('replica')]);
  pooler = await startPgBouncer(primary.url);
});

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

/** Renames the product, and returns the version that its snapshot has then. */
function rename(server: EmbeddedDatabase, name: string): Promise<string> {
  return connected(server, async (client) => {
    await client.query('UPDATE products SET name = $2 WHERE id = $1', [productId, name]);
    const { rows } = await client.query<{ version: string }>(
      'SELECT document_version AS version FROM products WHERE id = $1',
      [productId],
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
    const lost = await rename(primary, 'Lost');
    const read = () => findSnapshot(scope, PRODUCT_SNAPSHOT, productId);
    expect(await read()).toMatchObject({ name: 'Lost' });
    expect(await rename(replica, 'Kept')).toBe(lost);
    await pooler.moveTo(replica.url);
    expect(await read()).toMatchObject({ name: 'Kept' });
  },
);

it.skipIf(!hasPgBouncer)(
  `behind a pooler that reaches no server, is an outage${reason}`,
  async () => {
    await connectTo(pooler.url, primary.url);
    await pooler.moveTo(`postgresql://postgres:lost@127.0.0.1:${await freePort()}/tilldesk`);
    const errors = await Promise.all(
      Array.from({ length: 5 }, () =>
        db(scope)
          .customer.count()
          .catch((error: unknown) => error),
      ),
    );
    for (const error of errors)
      expect(translateDatabaseError(error)).toMatchObject({ status: 503 });
  },
);
