import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '@/lib/database/migrations/migrate';
import { schemaDrift, unappliedMigrations } from '@/lib/database/migrations/schema-engine';
import { env } from '@/lib/runtime/env';
import { createDatabase, newPrefix } from '@/testing/database';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
  await writeMigration('20260101000000_one', 'CREATE TABLE one (id int);');
  await writeMigration('20260102000000_two', 'CREATE TABLE two (id int);');
});
afterAll(() => rm(folder, { recursive: true }));

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
    await writeMigration('20260101000000_one', 'CREATE TABLE one (id int);', older);
    await expect(migrate(url, older)).rejects.toThrow(/newer version of Tilldesk/);
    await rm(older, { recursive: true });
  });

  test('refuses a database of something else', async () => {
    const url = await emptyDatabase();
    await query(url, 'CREATE TABLE strangers (id int)');
    await expect(migrate(url, folder)).rejects.toThrow(/tables that are not of Tilldesk/);
  });

  test('leaves nothing of a migration that fails, and goes on where it stopped', async () => {
    const url = await emptyDatabase();
    const broken = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    await writeMigration('20260101000000_one', 'CREATE TABLE one (id int);', broken);
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

  test('may take longer than a statement of the product', async () => {
    const url = await emptyDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(url, `ALTER DATABASE ${name} SET statement_timeout = '100ms'`);
    const long = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    await writeMigration('20260101000000_one', 'SELECT pg_sleep(0.5);', long);
    expect(await migrate(url, long)).toEqual(['20260101000000_one']);
    await rm(long, { recursive: true });
  });

  test('does not wait long for a table that another session holds', async () => {
    const url = await emptyDatabase();
    await migrate(url, folder);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE one');
    const more = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
    await writeMigration('20260101000000_one', '', more);
    await writeMigration('20260102000000_two', '', more);
    await writeMigration('20260103000000_three', 'ALTER TABLE one ADD COLUMN x int;', more);
    await expect(migrate(url, more)).rejects.toThrow(/locked by another session/);
    await holder.end();
    await rm(more, { recursive: true });
  });
});
