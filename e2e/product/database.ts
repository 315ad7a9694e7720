import pg from 'pg';
import { NO_TIMEOUTS } from '@/lib/database/connection/session';
import { runningDatabase } from '@/lib/database/embedded/embedded';

/** Connects to the embedded database that a product runs on a data directory. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const url = runningDatabase(dataDir);
  if (!url) throw new Error(`No database runs on ${dataDir}`);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // its server may be killed
  await client.connect();
  await client.query(NO_TIMEOUTS); // a test may hold locks for long
  return client;
}

/** Every row of every table as text, a line each, with the name of its table. */
export async function everyRow(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    lines.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return lines;
}
