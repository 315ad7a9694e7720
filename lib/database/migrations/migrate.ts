import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { outageOf } from '@/lib/database/connection/errors';
import { NO_TIMEOUTS } from '@/lib/database/connection/session';
import { migrateQueue } from '@/lib/runtime/jobs/schema';
import { log } from '@/lib/runtime/log';
import { codeOf, messageOf, OperatorError } from '@/lib/runtime/operator-error';

/** One folder of prisma/migrations. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

interface AppliedMigration {
  readonly migration_name: string;
  readonly finished: boolean;
}

export const MIGRATIONS_FOLDER = path.resolve('prisma/migrations');
const OLDEST_SERVER = 140000;
/** Names the lock that nodes starting at once on one database take in turn. */
const LOCK_KEY = 7_455_433_756;

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

/** Reads a migrations folder, in the order in which its migrations are applied. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(path.join(folder, name, 'migration.sql'), 'utf8'),
    })),
  );
}

/**
 * Brings a database to the state of prisma/migrations, and the queue of jobs in its own schema to the state of
 * its library; returns the names of what it applied.
 *
 * It keeps `_prisma_migrations` as `prisma migrate deploy` does, with one difference: a migration and
 * its entry are one transaction, so that a process killed in between leaves nothing half done. An
 * advisory lock lets many nodes start at once and migrate once.
 */
export async function migrate(
  connectionString: string,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const client = await connect(connectionString);
  try {
    await requireSupportedServer(client);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const applied = await applyMissing(client, await readMigrations(folder));
    await migrateQueue(connectionString);
    return applied;
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {}); // the query under way reports a lost connection
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') log.warn(message);
    });
    await client.connect();
    await client.query(NO_TIMEOUTS);
    return client;
  } catch (error) {
    throw new OperatorError(`The database cannot be reached: ${reasonOf(error)}`);
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

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const applied = await readHistory(client);
  const known = new Set(migrations.map((migration) => migration.name));
  const done = new Set<string>();
  for (const entry of applied) {
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
    done.add(entry.migration_name);
  }
  const missing = migrations.filter((migration) => !done.has(migration.name));
  for (const migration of missing) await apply(client, migration);
  return missing.map((migration) => migration.name);
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
    `SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

async function apply(client: pg.Client, { name, sql }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL lock_timeout = '5s'");
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), createHash('sha256').update(sql).digest('hex'), name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const reason =
      codeOf(error) === '55P03'
        ? 'a table was locked by another session for more than 5 seconds.'
        : reasonOf(error);
    throw new OperatorError(`The migration ${name} was not applied: ${reason}`);
  }
}

/** What went wrong and, where that is known, what to do. */
function reasonOf(error: unknown): string {
  const advice = outageOf(error)?.advice;
  return advice ? `${messageOf(error)}. ${advice}` : `${messageOf(error)}.`;
}
