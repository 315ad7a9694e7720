import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One folder of prisma/migrations. */
export interface Migration {
  readonly name: string;
  /** With line ends as in the repository, whatever a checkout made of them. */
  readonly sql: string;
  /** False where the first line is `-- no transaction`: its one statement runs outside of a transaction. */
  readonly inTransaction: boolean;
}

export const MIGRATIONS_FOLDER = path.resolve('prisma/migrations');

const NO_TRANSACTION = /^-- no transaction\n/;

/** Checksums of texts that a migration had for some time after it had landed. */
const FORMER_CHECKSUMS: Readonly<Record<string, string>> = {
  '20261121184500_count_list': '43a3910b8e7c285867d88ffaa72d9372dc8d35c3759a42010b9d004985b2c5b1',
};

/** Reads a migrations folder, in the order in which its migrations are applied. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
      const sql = text.replaceAll('\r\n', '\n');
      return { name, sql, inTransaction: !NO_TRANSACTION.test(sql) };
    }),
  );
}

/** The checksum of a text as `_prisma_migrations` keeps it. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Whether a database to which a migration was applied with this checksum has what the file says. */
export function isChecksumOf({ name, sql }: Migration, checksum: string): boolean {
  return [
    checksumOf(sql),
    checksumOf(sql.replaceAll('\n', '\r\n')), // applied from a checkout with Windows's line ends
    FORMER_CHECKSUMS[name],
  ].includes(checksum);
}

const INDEX_BUILD =
  /^(?:\s*--[^\n]*\n)*\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+("?\w+"?)\s+ON\b/i;

/** The index that a migration builds while writers go on, as SQL names it. */
export function builtIndex({ sql }: Migration): string | undefined {
  return INDEX_BUILD.exec(sql)?.[1];
}
