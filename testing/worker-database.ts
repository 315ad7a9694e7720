import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { disconnect } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import { provideSettings } from '@/lib/runtime/env';
import { createDatabase } from '@/testing/database';

// The test files of a worker share a database, which is emptied between them: a copy of the template takes ten times as
// long, and its connections begin without plans and catalog caches. What emptying leaves behind is its schema and settings:
// a file that has changed them, and did not change them back, is followed by a new database.

interface WorkerDatabase {
  url: string;
  /** Stays open: the first statements of a connection take several times as long. */
  client: pg.Client;
  /** Its schema and settings when it was new. */
  definitions: string;
}

const worker = globalThis as { workerDatabase?: WorkerDatabase };

/** The address of an empty database for the test file that begins. */
export async function emptyDatabase(): Promise<string> {
  await notesWritten();
  const known = worker.workerDatabase;
  if (known && (await isEmptied(known))) return known.url;
  if (known) {
    await disconnect();
    await known.client.end();
  }
  const url = await newDatabase();
  const client = new pg.Client({ connectionString: url });
  // Tests end connections, and the run ends its server: the next file gets another database.
  client.on('error', () => {});
  await client.connect();
  // Each of a worker's connections would plan a statement five times before it keeps a plan: a seventh of PostgreSQL's time.
  await client.query(
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET plan_cache_mode = force_generic_plan`,
  );
  worker.workerDatabase = { url, client, definitions: await readDefinitions(client) };
  return url;
}

/** Connects the test file to a database of its own: where it looks at plans, which depend on what was there before. */
export async function useNewDatabase(): Promise<void> {
  const url = await newDatabase();
  await disconnect();
  provideSettings({ DATABASE_URL: url, DIRECT_DATABASE_URL: url });
}

function newDatabase(): Promise<string> {
  const { url, name, prefix } = inject('template');
  return createDatabase(url, `${prefix}${randomBytes(5).toString('hex')}`, name);
}

/** Empties the database; whether that was possible, and it still has the schema and settings that it began with. */
async function isEmptied({ client, definitions }: WorkerDatabase): Promise<boolean> {
  try {
    if ((await readDefinitions(client)) !== definitions) return false;
    await client.query(EMPTY);
    return true;
  } catch {
    // Its connection was ended, a test has left a lock behind, or the role may not switch off triggers.
    return false;
  }
}

async function readDefinitions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ definitions: string }>(`
    SELECT md5(concat_ws(' ',
      (SELECT string_agg(concat(relname, reloptions, attname, atttypid, attnotnull, atthasdef), ' ' ORDER BY attrelid, attnum)
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE c.relnamespace ${OURS} AND NOT relispartition AND NOT attisdropped),
      (SELECT string_agg(concat(o.oid, convalidated), ' ' ORDER BY o.oid) FROM pg_constraint o
       LEFT JOIN pg_class c ON c.oid = conrelid WHERE connamespace ${OURS} AND c.relispartition IS NOT TRUE),
      (SELECT string_agg(concat(g.oid, tgenabled), ' ' ORDER BY g.oid) FROM pg_trigger g
       JOIN pg_class c ON c.oid = tgrelid WHERE NOT relispartition),
      (SELECT string_agg(concat(oid, prosrc), ' ' ORDER BY oid) FROM pg_proc WHERE pronamespace ${OURS}),
      (SELECT string_agg(concat(setrole, setconfig), ' ' ORDER BY setrole) FROM pg_db_role_setting
       JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database()),
      (SELECT datconnlimit FROM pg_database WHERE datname = current_database())
    )) AS definitions`);
  return rows[0]?.definitions ?? '';
}

const OURS = "IN ('public'::regnamespace, 'graphile_worker'::regnamespace)";

/** Rows go without triggers and foreign keys, and partitions as a whole; sequences begin anew. */
const EMPTY = `
SET lock_timeout = '15s';
SET session_replication_role = replica;
DO $$
DECLARE relation record;
BEGIN
  FOR relation IN
    SELECT c.oid, c.relkind, c.relispartition, s.seqstart
    FROM pg_class c
    LEFT JOIN pg_sequence s ON s.seqrelid = c.oid
    WHERE c.relnamespace ${OURS} AND c.relkind IN ('r', 'S')
      AND c.relname NOT IN ('_prisma_migrations', 'migrations')
  LOOP
    IF relation.relkind = 'S' THEN PERFORM setval(relation.oid, relation.seqstart, false);
    ELSIF relation.relispartition THEN EXECUTE format('DROP TABLE %s', relation.oid::regclass);
    ELSE EXECUTE format('DELETE FROM %s', relation.oid::regclass);
    END IF;
  END LOOP;
END $$`;
