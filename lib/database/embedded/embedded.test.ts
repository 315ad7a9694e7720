import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseAccount } from '@/lib/database/embedded/account';
import { dataFolder } from '@/lib/database/embedded/cluster';
import { runningDatabase, startEmbedded } from '@/lib/database/embedded/embedded';
import { superuserUrl } from '@/lib/database/embedded/postmaster';
import { migrate } from '@/lib/database/migrations/migrate';
import { provideSettings } from '@/lib/runtime/env';

const log = { info: () => {}, warn: () => {} };
const start = (dataDir: string) => startEmbedded({ dataDir, log, durable: false });

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-closed-'));
  folders.push(folder);
  return folder;
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The database as its superuser sees it. */
function superuserOf(dataDir: string, url: string): string {
  return superuserUrl(dataFolder(dataDir), Number(new URL(url).port), 'tilldesk');
}

it('runs below a folder that only its owner may enter, and is found there again', {
  tags: 'soak',
}, async () => {
  const closed = await temporary();
  const dataDir = path.join(closed, 'checkout', '.data');
  await mkdir(dataDir, { recursive: true });
  for (const fresh of [true, false]) {
    const database = await start(dataDir);
    try {
      expect(database.fresh).toBe(fresh);
      expect(runningDatabase(dataDir)).toBe(database.url);
      expect((await on(database.url, (client) => client.query('SELECT 1 AS one'))).rows).toEqual([
        { one: 1 },
      ]);
    } finally {
      await database.stop();
    }
  }
});

it('keeps what it writes to itself', { tags: 'soak' }, async () => {
  const parent = await temporary();
  await chmod(parent, 0o711);
  const dataDir = path.join(parent, 'data');
  await mkdir(dataDir, { mode: 0o755 });
  const before = process.umask(0o022);
  const database = await start(dataDir);
  try {
    const modeOf = async (name: string) => (await stat(path.join(dataDir, name))).mode & 0o777;
    expect(await modeOf('.')).toBe(databaseAccount() ? 0o711 : 0o700);
    expect(await modeOf('postgres')).toBe(0o700);
    const files = (await readdir(dataDir)).filter((name) => name !== 'postgres');
    expect(files).toEqual(expect.arrayContaining(['database-password', 'database-role-password']));
    for (const name of files) expect([name, await modeOf(name)]).toEqual([name, 0o600]);
  } finally {
    process.umask(before);
    await database.stop();
  }
});

describe('the role of the product', () => {
  /** What the tables, sequences, routines and types of the product belong to, extensions aside. */
  const OWNERS = `
    SELECT DISTINCT pg_get_userbyid(owner) AS owner FROM (
      SELECT relowner AS owner, oid, relnamespace AS schema FROM pg_class WHERE relkind <> 'c'
      UNION ALL SELECT proowner, oid, pronamespace FROM pg_proc
      UNION ALL SELECT typowner, oid, typnamespace FROM pg_type
      UNION ALL SELECT datdba, oid, 'public'::regnamespace FROM pg_database
        WHERE datname = current_database()
    ) o WHERE schema IN ('public'::regnamespace, to_regnamespace('further'))
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`;

  it('owns its database and is no superuser', { tags: 'soak' }, async () => {
    provideSettings({ STATEMENT_TIMEOUT_SECONDS: '7' });
    const dataDir = await temporary();
    const database = await start(dataDir);
    try {
      await migrate(database.url);
      await on(database.url, async (client) => {
        const { rows } = await client.query(
          `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
           FROM pg_roles WHERE rolname = current_user`,
        );
        expect(rows).toEqual([
          {
            rolname: 'tilldesk',
            rolsuper: false,
            rolcreatedb: false,
            rolcreaterole: false,
            rolreplication: false,
            rolbypassrls: false,
          },
        ]);
        expect((await client.query(OWNERS)).rows).toEqual([{ owner: 'tilldesk' }]);
        for (const statement of [
          "COPY (SELECT 1) TO PROGRAM 'true'",
          "SELECT pg_read_file('PG_VERSION')",
          'CREATE ROLE another SUPERUSER',
          'ALTER SYSTEM SET fsync = off',
        ]) {
          await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
        }
        expect((await client.query('SHOW statement_timeout')).rows).toEqual([
          { statement_timeout: '7s' },
        ]);
        const extensions = await client.query("SELECT FROM pg_extension WHERE extname = 'pg_trgm'");
        expect(extensions.rowCount).toBe(1);
      });
    } finally {
      await database.stop();
    }
  });

  it('is given the database of a version that worked as the superuser', {
    tags: 'soak',
  }, async () => {
    const dataDir = await temporary();
    const earlier = await start(dataDir);
    try {
      await on(superuserOf(dataDir, earlier.url), async (client) => {
        await client.query('ALTER DATABASE tilldesk OWNER TO postgres');
        await client.query(`
          REVOKE ALL ON SCHEMA public FROM tilldesk;
          DROP OWNED BY tilldesk;
          DROP ROLE tilldesk`);
      });
      await migrate(superuserOf(dataDir, earlier.url));
      await on(superuserOf(dataDir, earlier.url), (client) =>
        client.query(`
          CREATE SCHEMA further;
          CREATE SEQUENCE further.numbers;
          CREATE TABLE further.things (id serial PRIMARY KEY, name text);
          CREATE VIEW further.named AS SELECT name FROM further.things;
          CREATE TYPE further.mood AS ENUM ('good');
          CREATE TYPE further.pair AS (a int, b int);
          CREATE DOMAIN further.positive AS int CHECK (value > 0);
          CREATE FUNCTION further.one(given int) RETURNS int LANGUAGE sql AS 'SELECT 1';
          INSERT INTO further.things (name) VALUES ('kept')`),
      );
      expect(
        (await on(superuserOf(dataDir, earlier.url), (client) => client.query(OWNERS))).rows,
      ).toEqual([{ owner: 'postgres' }]);
    } finally {
      await earlier.stop();
    }
    await rm(dataFolder(dataDir).rolePasswordFile);

    for (const _ of ['upgraded', 'started again']) {
      const database = await start(dataDir);
      try {
        expect(await migrate(database.url)).toEqual([]);
        await on(database.url, async (client) => {
          expect((await client.query(OWNERS)).rows).toEqual([{ owner: 'tilldesk' }]);
          const { rows } = await client.query('SELECT name FROM further.named');
          expect(rows).toEqual([{ name: 'kept' }]);
          await client.query('ALTER TABLE users ADD COLUMN further int');
          await client.query('ALTER TABLE users DROP COLUMN further');
        });
      } finally {
        await database.stop();
      }
    }
  });
});
