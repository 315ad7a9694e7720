import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { outageOf } from '@/lib/database/connection/errors';
import { connect } from '@/lib/database/migrations/connect';
import {
  builtIndex,
  checksumOf,
  isChecksumOf,
  MIGRATIONS_FOLDER,
  type Migration,
  readMigrations,
} from '@/lib/database/migrations/files';
import { migrateQueue } from '@/lib/database/migrations/queue';
import { log } from '@/lib/runtime/log';
import { codeOf, messageOf, OperatorError } from '@/lib/runtime/operator-error';

interface AppliedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

const OLDEST_SERVER = 140000;
/** Names the lock that nodes starting at once on one database take in turn. */
const LOCK_KEY = 7_455_433_756;
const LOCK_POLL_MS = 200;
/** How often a migration is tried that others' transactions get into a deadlock with. */
const MAX_TRIES = 5;

/** The table as Prisma's own command makes it, so that either can go on where the other stopped. */
const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Brings a database to the state of prisma/migrations, and the queue of jobs in its own schema to the state of
 * its library; returns the names of what it applied.
 *
 * It keeps `_prisma_migrations` as `prisma migrate deploy` does, with one difference: a migration and
 * its entry are one transaction, so that a process killed in between leaves nothing half done. An
 * advisory lock lets many nodes start at once and migrate once (docs/decisions/migrations.md).
 */
export async function migrate(
  connectionString: string,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const client = await connect(connectionString);
  try {
    await requireSupportedServer(client);
    await takeLock(client);
    const applied = await applyMissing(client, await readMigrations(folder));
    await migrateQueue(connectionString);
    return applied;
  } finally {
    await client.end();
  }
}

async function requireSupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number,
            current_setting('server_version') AS version`,
  );
  const server = rows[0];
  if (server && server.number < OLDEST_SERVER) {
    throw new OperatorError(
      `The database is PostgreSQL ${server.version}, but Tilldesk needs PostgreSQL 14 or newer.`,
    );
  }
}

/**
 * Takes the lock of migrations, which the session's end releases. Nodes that wait poll: a waiting `SELECT
 * pg_advisory_lock` holds a snapshot, and an index that is built concurrently waits for all older snapshots.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [LOCK_KEY],
    );
    if (rows[0]?.taken) return;
    if (isFirst) log.info('Another node migrates the database: waiting for it.');
    await sleep(LOCK_POLL_MS);
  }
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const history = await readHistory(client);
  requireKnown(history, migrations);
  const done = new Set(history.map((entry) => entry.migration_name));
  const missing = migrations.filter((migration) => !done.has(migration.name));
  compareTexts(history, migrations, missing.length > 0);
  const applied: string[] = [];
  for (const migration of missing) {
    const begun = performance.now();
    await apply(client, migration).catch((error) => {
      throw failureOf(migration, applied, error);
    });
    applied.push(migration.name);
    const ms = Math.round(performance.now() - begun);
    log.info({ migration: migration.name, ms }, `Applied the migration ${migration.name}.`);
  }
  return applied;
}

/** What is applied already; a database of something else is refused. */
async function readHistory(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  );
  if (!tables.some((table) => table.table_name === '_prisma_migrations')) {
    if (tables.length > 0) {
      throw new OperatorError(
        'The database holds tables that are not of Tilldesk: give it an empty database.',
      );
    }
    await client.query(HISTORY_TABLE);
  }
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

/** Refuses a database that a newer version has migrated, or that the Prisma CLI left half done. */
function requireKnown(history: AppliedMigration[], migrations: Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  for (const entry of history) {
    if (!known.has(entry.migration_name)) {
      throw new OperatorError(
        `The database was migrated by a newer version of Tilldesk (this version does not know ` +
          `${entry.migration_name}): start that version or a later one.`,
      );
    }
    if (!entry.finished) {
      throw new OperatorError(
        `The migration ${entry.migration_name} failed in an earlier run of the Prisma CLI: settle ` +
          'it with `npx prisma migrate resolve`, then start again.',
      );
    }
  }
}

/**
 * Compares the applied migrations with the files. A database that was made by other texts may not have what
 * the next migrations build on, so nothing is applied to it; without any that wait it is told only.
 */
function compareTexts(history: AppliedMigration[], migrations: Migration[], waiting: boolean) {
  const checksums = new Map(history.map((entry) => [entry.migration_name, entry.checksum]));
  const differing = migrations.filter((migration) => {
    const checksum = checksums.get(migration.name);
    return checksum !== undefined && !isChecksumOf(migration, checksum);
  });
  if (differing.length === 0) return;
  const message =
    'These migrations were applied to the database with another text than their files have: ' +
    `${differing.map(({ name }) => name).join(', ')}. `;
  if (!waiting) {
    log.warn(`${message}Put the files in prisma/migrations back as they were released.`);
    return;
  }
  throw new OperatorError(
    `${message}Others wait, and none was applied: put the files in prisma/migrations back as they were ` +
      'released, or start the version that the database was made by.',
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await (migration.inTransaction ? applyInTransaction : applyAlone)(client, migration);
      return;
    } catch (error) {
      if (codeOf(error) !== '40P01' || tries === MAX_TRIES) throw error;
      log.warn(`The migration ${migration.name} met a deadlock and is tried again.`);
    }
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL lock_timeout = '5s'");
    const begun = await readClock(client);
    await client.query(migration.sql);
    await writeEntry(client, migration, begun);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Runs the one statement of a migration outside of a transaction. A node that is killed before it has written
 * the entry leaves it to be run again, so the statement has to bear that. What it waits for (the end of
 * transactions that are older than it) keeps nobody waiting, unlike a lock of a table.
 */
async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("SET lock_timeout = '5min'");
  try {
    const begun = await readClock(client);
    await dropInvalidIndex(client, migration);
    await client.query(migration.sql);
    await writeEntry(client, migration, begun);
  } finally {
    await client.query('RESET lock_timeout').catch(() => {});
  }
}

/** Drops what a broken concurrent build left: `IF NOT EXISTS` would take the invalid index for the one wanted. */
async function dropInvalidIndex(client: pg.Client, migration: Migration): Promise<void> {
  const index = builtIndex(migration);
  if (!index) return;
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
}

async function readClock(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  return rows[0]?.now ?? '';
}

async function writeEntry(
  client: pg.Client,
  { name, sql }: Migration,
  begun: string,
): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), checksumOf(sql), name, begun],
  );
}

/** What went wrong, what was applied before it, and what to do. */
function failureOf({ name }: Migration, applied: string[], error: unknown): OperatorError {
  const [before, goingBack] =
    applied.length === 0
      ? ['No migration was applied.', '']
      : [
          `Applied before it: ${applied.join(', ')}.`,
          ' Earlier versions do not start on this database any more: to go back, restore a backup from before.',
        ];
  return new OperatorError(
    `The migration ${name} was not applied: ${reasonOf(error)} ${before} Remove the cause and start ` +
      `again, which goes on with ${name}.${goingBack}`,
    { cause: error },
  );
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === '55P03') {
    return 'another session held a lock for too long: see pg_stat_activity, and end its transaction.';
  }
  const advice = outageOf(error)?.advice;
  return advice ? `${messageOf(error)}. ${advice}` : `${messageOf(error)}.`;
}
