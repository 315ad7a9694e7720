import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import pg from 'pg';
import type { Migration } from '@/lib/database/migrations/files';
import { migrate } from '@/lib/database/migrations/migrate';
import { copyIn, copyOut } from '@/testing/copy';

// Databases of earlier versions with everything that was in them, which are upgraded by a test
// (docs/decisions/migrations.md). `npm run keep-state` makes them.

/** A database of an earlier version. */
export interface State {
  /** A personal token of the seller of its demo, made by that version. */
  readonly token: string;
  /** What was applied to it, in the texts that were applied. */
  readonly migrations: readonly Pick<Migration, 'name' | 'sql'>[];
  readonly tables: readonly StateTable[];
  /** The last value of each sequence that gave one. */
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

export interface StateTable {
  /** With its schema. */
  readonly name: string;
  readonly columns: readonly string[];
  /** As COPY writes them, a line each. */
  readonly rows: string;
}

/** The secret of the installations that states are made from. */
export const STATE_SECRET = 'a secret for the tests, the same in every run';

const FOLDER = path.resolve('testing/states');
const MAX_BYTES = 300_000;

/** The names of the kept states. */
export async function stateNames(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.map((file) => path.basename(file, '.json.gz')).sort();
}

export async function readState(name: string): Promise<State> {
  const bytes = await readFile(path.join(FOLDER, `${name}.json.gz`));
  return JSON.parse((await promisify(gunzip)(bytes)).toString());
}

/** Writes a state; one that is too large for the repository is refused. */
export async function writeState(name: string, state: State): Promise<number> {
  const bytes = await promisify(gzip)(JSON.stringify(state), { level: 9 });
  if (bytes.length > MAX_BYTES) {
    throw new Error(`The state takes ${bytes.length} bytes: at most ${MAX_BYTES} are kept.`);
  }
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, `${name}.json.gz`), bytes);
  return bytes.length;
}

/**
 * Reads the tables of a database with their rows, in an order that is the same in each read; none that are parts by day,
 * which another day does not have.
 */
export async function dumpTables(client: pg.Client): Promise<StateTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT format('%I.%I', t.table_schema, t.table_name) AS name,
            array_agg(quote_ident(c.column_name) ORDER BY c.ordinal_position) AS columns
     FROM information_schema.tables t
     JOIN information_schema.columns c USING (table_schema, table_name)
     JOIN pg_class k ON k.oid = format('%I.%I', t.table_schema, t.table_name)::regclass
     WHERE t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
       AND k.relkind = 'r' AND NOT k.relispartition
       AND t.table_schema IN ('public', 'graphile_worker')
     GROUP BY t.table_schema, t.table_name ORDER BY 1`,
  );
  const tables: StateTable[] = [];
  for (const { name, columns } of rows) {
    tables.push({ name, columns, rows: await dumpRows(client, { name, columns }) });
  }
  return tables;
}

/** The present values of a table's columns. */
export function dumpRows(
  client: pg.Client,
  { name, columns }: Pick<StateTable, 'name' | 'columns'>,
): Promise<string> {
  return copyOut(
    client,
    `COPY (SELECT ${columns.join(', ')} FROM ${name} t ORDER BY t::text COLLATE "C") TO STDOUT`,
  );
}

/** The sequences of a database that have given values. */
export async function dumpSequences(client: pg.Client): Promise<State['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
     FROM pg_sequences
     WHERE schemaname IN ('public', 'graphile_worker') AND last_value IS NOT NULL ORDER BY 1`,
  );
  return rows;
}

/** Makes an empty database what a kept one was. Its role has to be allowed `session_replication_role`. */
export async function restoreState(connectionString: string, state: State): Promise<void> {
  await applyAsKept(connectionString, state);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    if (!state.tables.some(({ name }) => name.startsWith('graphile_worker.'))) {
      await client.query('DROP SCHEMA graphile_worker CASCADE');
    }
    await client.query('SET session_replication_role = replica'); // no triggers, no foreign keys
    await client.query(`TRUNCATE ${state.tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns, rows } of state.tables) {
      await copyIn(client, `COPY ${name} (${columns.join(', ')}) FROM STDIN`, rows);
    }
    for (const { name, value } of state.sequences) {
      await client.query('SELECT setval($1, $2)', [name, value]);
    }
  } finally {
    await client.end();
  }
}

/** Applies the migrations of a state to an empty database. */
async function applyAsKept(connectionString: string, state: State): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-state-'));
  try {
    for (const { name, sql } of state.migrations) {
      await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, name, 'migration.sql'), sql);
    }
    await migrate(connectionString, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
