import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { migrate } from '@/lib/database/migrations/migrate';
import { env } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';
import { schemaDrift, unappliedMigrations } from '@/scripts/schema-engine';
import { createDatabase, newPrefix } from '@/testing/database';

const ONE = 'CREATE TABLE one (id int);';
const TWO = 'CREATE TABLE two (id int);';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
  await writeMigration('20260101000000_one', ONE);
  await writeMigration('20260102000000_two', TWO);
});
afterAll(() => rm(folder, { recursive: true }));

const further: string[] = [];
afterAll(() => Promise.all(further.map((one) => rm(one, { recursive: true }))));
afterEach(() => vi.restoreAllMocks());

/** A folder of these migrations alone. */
async function folderOf(migrations: Record<string, string>): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
  further.push(root);
  for (const [name, sql] of Object.entries(migrations)) await writeMigration(name, sql, root);
  return root;
}

async function writeMigration(name: string, sql: string, root = folder): Promise<void> {
  await mkdir(path.join(root, name), { recursive: true });
  await writeFile(path.join(root, name, 'migration.sql'), sql);
}

const emptyDatabase = () => {
  const { url, prefix } = inject('template');
  return createDatabase(url, `${prefix}${newPrefix()}`);
};

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the migrations of the product', () => {
  test('make the database that the schema describes', async () => {
    expect(await schemaDrift(env().DATABASE_URL ?? '')).toBe('');
  });

  test('are kept as Prisma keeps them', async () => {
    expect(await unappliedMigrations(env().DATABASE_URL ?? '')).toEqual([]);
  });
});

describe('migrate', () => {
  test('applies each migration once, also when many nodes start at once', async () => {
    const url = await emptyDatabase();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(url, folder)));
    expect(applied.flat()).toEqual(['20260101000000_one', '20260102000000_two']);
    expect(await migrate(url, folder)).toEqual([]);
  });

  test('refuses a database of a newer version', async () => {
    const url = await emptyDatabase();
    await migrate(url, folder);
    const older = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    await writeMigration('20260101000000_one', ONE, older);
    await expect(migrate(url, older)).rejects.toThrow(/newer version of Tilldesk/);
    await rm(older, { recursive: true });
  });

  test('refuses a database of something else', { tags: 'soak' }, async () => {
    const url = await emptyDatabase();
    await query(url, 'CREATE TABLE strangers (id int)');
    await expect(migrate(url, folder)).rejects.toThrow(/tables that are not of Tilldesk/);
  });

  test('leaves nothing of a migration that fails, and goes on where it stopped', async () => {
    const url = await emptyDatabase();
    const broken = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    await writeMigration('20260101000000_one', ONE, broken);
    const name = '20260102000000_two';
    await writeMigration(name, 'CREATE TABLE two (id int); SELECT 1/0;', broken);
    await expect(migrate(url, broken)).rejects.toThrow(`The migration ${name} was not applied: `);
    expect(await query(url, "SELECT to_regclass('two') AS made")).toEqual([{ made: null }]);
    await writeMigration(name, 'CREATE TABLE two (id int);', broken);
    expect(await migrate(url, broken)).toEqual([name]);
    await rm(broken, { recursive: true });
  });

  test('say what to do when the disk of the database is full', async () => {
    const url = await emptyDatabase();
    const full = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    const sql = "DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;";
    await writeMigration('20260101000000_one', sql, full);
    await expect(migrate(url, full)).rejects.toThrow(
      "was not applied: no space. The database's disk is full: free space on it",
    );
    await rm(full, { recursive: true });
  });

  test('may take longer than a statement of the product', { tags: 'soak' }, async () => {
    const url = await emptyDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(url, `ALTER DATABASE ${name} SET statement_timeout = '100ms'`);
    const long = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    await writeMigration('20260101000000_one', 'SELECT pg_sleep(0.5);', long);
    expect(await migrate(url, long)).toEqual(['20260101000000_one']);
    await rm(long, { recursive: true });
  });

  test('does not wait long for a table that another session holds', { tags: 'soak' }, async () => {
    const url = await emptyDatabase();
    await migrate(url, folder);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE one');
    const more = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    await writeMigration('20260101000000_one', ONE, more);
    await writeMigration('20260102000000_two', TWO, more);
    await writeMigration('20260103000000_three', 'ALTER TABLE one ADD COLUMN x int;', more);
    await expect(migrate(url, more)).rejects.toThrow(/another session held a lock for too long/);
    await holder.end();
    await rm(more, { recursive: true });
  });
});

describe('a migration', () => {
  test('is logged with its time, and one that fails says what was applied before it', {
    tags: 'soak',
  }, async () => {
    const url = await emptyDatabase();
    const info = vi.spyOn(log, 'info');
    const broken = await folderOf({ '1_one': ONE, '2_two': TWO, '3_three': 'SELECT 1/0;' });
    await expect(migrate(url, broken)).rejects.toThrow(
      'The migration 3_three was not applied: division by zero. Applied before it: 1_one, 2_two. ' +
        'Remove the cause and start again, which goes on with 3_three. Earlier versions do not start',
    );
    expect(info.mock.calls).toEqual(
      ['1_one', '2_two'].map((migration) => [
        { migration, ms: expect.any(Number) },
        `Applied the migration ${migration}.`,
      ]),
    );
    await expect(migrate(url, broken)).rejects.toThrow('by zero. No migration was applied. Remove');
  });

  test('is tried again after a deadlock, five times in all', { tags: 'soak' }, async () => {
    const url = await emptyDatabase();
    const deadlocked = (times: number) =>
      `DO $$ BEGIN IF nextval('tries') <= ${times} THEN
         RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; END $$;`;
    const first = { '1_one': 'CREATE SEQUENCE tries;' };
    const often = await folderOf({ ...first, '2_two': deadlocked(4) });
    expect(await migrate(url, often)).toEqual(['1_one', '2_two']);
    await query(url, "SELECT setval('tries', 1, false)");
    const always = await folderOf({ ...first, '2_two': deadlocked(4), '3_three': deadlocked(99) });
    await expect(migrate(url, always)).rejects.toThrow('3_three was not applied: deadlock');
    expect(await query(url, 'SELECT last_value::int FROM tries')).toEqual([{ last_value: 5 }]);
  });

  test('with another text than the applied one stops what waits, and else is told', {
    tags: 'soak',
  }, async () => {
    const url = await emptyDatabase();
    await migrate(url, await folderOf({ '1_one': ONE, '2_two': TWO }));
    const warn = vi.spyOn(log, 'warn');
    const edited = { '1_one': `${ONE}\nSELECT 1;`, '2_two': TWO };
    expect(await migrate(url, await folderOf(edited))).toEqual([]);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/another text .*: 1_one\. Put/)]]);
    await expect(
      migrate(url, await folderOf({ ...edited, '3_three': 'CREATE TABLE three ();' })),
    ).rejects.toThrow(/another text .*: 1_one\. Others wait, and none was applied/);
    expect(await query(url, "SELECT to_regclass('three') AS made")).toEqual([{ made: null }]);
  });

  test('is the same text with the line ends of Windows', { tags: 'soak' }, async () => {
    const url = await emptyDatabase();
    const warn = vi.spyOn(log, 'warn');
    const sql = (end: string) => `-- One${end}${ONE}${end}`;
    await migrate(url, await folderOf({ '1_one': sql('\r\n') }));
    expect(await migrate(url, await folderOf({ '1_one': sql('\n') }))).toEqual([]);
    const checksum = createHash('sha256').update(sql('\r\n')).digest('hex');
    await query(url, `UPDATE _prisma_migrations SET checksum = '${checksum}'`);
    expect(await migrate(url, await folderOf({ '1_one': sql('\n') }))).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a migration without a transaction', () => {
  const BUILD =
    '-- no transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_idx ON one (id);';
  const migrations = { '1_one': ONE, '2_index': BUILD };
  const indexes = (url: string) =>
    query(
      url,
      "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('one_idx')",
    );
  const entries = (url: string) =>
    query(url, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY name');

  /** A database with the table, and a session whose open transaction has written to it. */
  async function databaseInUse() {
    const url = await emptyDatabase();
    await migrate(url, await folderOf({ '1_one': ONE }));
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN; INSERT INTO one VALUES (1)');
    return { url, holder };
  }

  /** Waits until a session is as wanted. */
  const session = (url: string, where: string) =>
    expect
      .poll(() =>
        query(url, `SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${where}`),
      )
      .not.toEqual([]);
  const BUILDING = "query LIKE '%CREATE UNIQUE INDEX%' AND wait_event_type = 'Lock'";
  const POLLING = "query LIKE 'SELECT pg_try_advisory_lock%' AND state = 'idle'";

  test('builds an index while others write, of many nodes by one', { tags: 'soak' }, async () => {
    const { url, holder } = await databaseInUse();
    const folder = await folderOf(migrations);
    const nodes = Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
    await session(url, BUILDING);
    await session(url, POLLING);
    await query(url, "SET lock_timeout = '10s'; INSERT INTO one VALUES (2)");
    await holder.query('COMMIT');
    await holder.end();
    expect((await nodes).flat()).toEqual(['2_index']);
    expect(await indexes(url)).toEqual([{ valid: true }]);
    expect(await entries(url)).toEqual([{ name: '1_one' }, { name: '2_index' }]);
  });

  test('replaces the invalid index of a try that failed', { tags: 'soak' }, async () => {
    const { url, holder } = await databaseInUse();
    await holder.query('INSERT INTO one VALUES (1); COMMIT');
    await holder.end();
    const folder = await folderOf(migrations);
    await expect(migrate(url, folder)).rejects.toThrow('2_index was not applied: could not create');
    expect(await indexes(url)).toEqual([{ valid: false }]);
    expect(await entries(url)).toEqual([{ name: '1_one' }]);
    await query(url, 'DELETE FROM one');
    expect(await migrate(url, folder)).toEqual(['2_index']);
    expect(await indexes(url)).toEqual([{ valid: true }]);
  });

  test('goes on where a node was killed while it built, or before it wrote the entry', {
    tags: 'soak',
  }, async () => {
    const { url, holder } = await databaseInUse();
    const folder = await folderOf(migrations);
    const killed = migrate(url, folder).catch((error) => error);
    await session(url, BUILDING);
    await query(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ${BUILDING}`,
    );
    expect(await killed).toMatchObject({ message: expect.stringContaining('was not applied') });
    await holder.query('COMMIT');
    await holder.end();
    expect(await indexes(url)).toEqual([{ valid: false }]);
    expect(await migrate(url, folder)).toEqual(['2_index']);
    expect(await indexes(url)).toEqual([{ valid: true }]);
    await query(url, "DELETE FROM _prisma_migrations WHERE migration_name = '2_index'");
    expect(await migrate(url, folder)).toEqual(['2_index']);
    expect(await indexes(url)).toEqual([{ valid: true }]);
  });
});
