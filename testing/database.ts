import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** What the names of one run's databases begin with. */
export function newPrefix(): string {
  return `tilldesk_test_${randomBytes(5).toString('hex')}_`;
}

/** Makes a database, empty or a copy of another, and returns its address. */
export async function createDatabase(
  server: string,
  name: string,
  template = 'template0',
): Promise<string> {
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return addressOf(server, name);
}

/** Removes every database whose name begins with a prefix. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  const rows = await administer(
    server,
    `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows) await administer(server, `DROP DATABASE ${datname} WITH (FORCE)`);
}

/** Runs a statement on the server's maintenance database, where it holds nothing up. */
async function administer(server: string, sql: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: addressOf(server, 'postgres') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function addressOf(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.href;
}
