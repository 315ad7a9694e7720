import { beforeAll, expect, it, vi } from 'vitest';
import { db, openTransaction } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { makeProduct, makeSeller } from '@/testing/factories';

let scope: Scope;

beforeAll(async () => {
  const { organizationId } = await makeSeller();
  scope = systemScope(organizationId);
  await makeProduct(organizationId);
});

const backend = 'SELECT pg_backend_pid() AS pid, txid_current()::text AS id';

it('gives a transaction the connection that Prisma runs it on, as the driver made it', async () => {
  await transaction(scope, async (inside) => {
    const connection = inside.connection?.();
    const { rows } = (await connection?.query(backend)) ?? {};
    expect(rows).toEqual(await db(inside).$queryRawUnsafe(backend));
    // No method of the connection is replaced: they are those of its class.
    expect(['query', 'release'].filter((name) => Object.hasOwn(connection ?? {}, name))).toEqual([
      'release', // which the pool itself gives each connection
    ]);
    expect(Object.getPrototypeOf(connection).query).toBe(connection?.query);
  });
});

it('sends the statements of a transaction one at a time, also those of one include', async () => {
  await transaction(scope, async (inside) => {
    const connection = inside.connection?.();
    if (!connection) throw new Error('There is no connection');
    const query = connection.query.bind(connection) as (given: unknown) => Promise<unknown>;
    let [running, most, sent] = [0, 0, 0];
    const spy = vi.spyOn(connection, 'query').mockImplementation((async (given: unknown) => {
      running += 1;
      sent += 1;
      most = Math.max(most, running);
      return query(given).finally(() => {
        running -= 1;
      });
    }) as typeof connection.query);
    const include = { prices: true, benefits: true, medias: true, customFields: true };
    await db(inside).product.findMany({ include });
    spy.mockRestore();
    expect({ most, sent }).toEqual({ most: 1, sent: 5 });
  });
});

it('refuses the connection from before the commit on, and after a roll-back', async () => {
  const seen: (() => unknown)[] = [];
  await transaction(scope, async ({ connection }) => void seen.push(() => connection?.()));
  const failed = transaction(scope, async ({ connection }) => {
    seen.push(() => connection?.());
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  for (const connection of seen) expect(connection).toThrow('The transaction is over');
});

it('knows the connection as well where the module is loaded once more', async () => {
  await db(scope).organization.count();
  vi.resetModules();
  const again = await import('@/lib/database/connection/transaction');
  expect(again.transaction).not.toBe(transaction);
  await again.transaction(scope, async (inside) => {
    expect((await inside.connection?.().query(backend))?.rows).toHaveLength(1);
  });
});

it('writes what a committed transaction wrote, and nothing of one that has failed', async () => {
  const rename = (name: string, isFailing = false) =>
    transaction(scope, async (inside) => {
      await db(inside).organization.updateMany({ data: { name } });
      if (isFailing) throw new Error('undone');
    });
  await rename('Committed');
  await expect(rename('Undone', true)).rejects.toThrow('undone');
  expect(await db(scope).organization.findFirst()).toMatchObject({ name: 'Committed' });
});

it('gives the connection back when the commit is refused', async () => {
  await db(null).$executeRaw`CREATE TABLE IF NOT EXISTS late (id int PRIMARY KEY,
    other int REFERENCES late DEFERRABLE INITIALLY DEFERRED)`;
  const limits = { maxWait: 5000, timeout: 5000 };
  // More often than there are connections in the pool.
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const work = openTransaction(
      scope,
      ({ client }) => client.$executeRaw`INSERT INTO late VALUES (1, 2)`,
      limits,
    );
    await expect(work).rejects.toThrow();
  }
  expect(await db(null).$queryRaw`SELECT * FROM late`).toEqual([]);
});
