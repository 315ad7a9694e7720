// The checksums of the migrations that are finished, in prisma/checksums.txt as `sha256sum` writes them. The list
// only grows: a database that has a migration never gets a later text of it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { checksumOf, MIGRATIONS_FOLDER, readMigrations } from '@/lib/database/migrations/files';

export const CHECKSUMS_FILE = 'prisma/checksums.txt';

/** The listed checksums by the migration's name. */
export function readChecksums(): Map<string, string> {
  const text = existsSync(CHECKSUMS_FILE) ? readFileSync(CHECKSUMS_FILE, 'utf8') : '';
  const lines = text.matchAll(/^([0-9a-f]{64}) {2}prisma\/migrations\/(\w+)\/migration\.sql$/gm);
  return new Map([...lines].map(([, checksum = '', name = '']) => [name, checksum]));
}

/** Adds the migrations that the list lacks, as they are now; returns their names. */
export async function recordChecksums(): Promise<string[]> {
  const listed = readChecksums();
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const added = migrations.filter(({ name }) => !listed.has(name));
  for (const { name, sql } of added) listed.set(name, checksumOf(sql));
  const lines = [...listed]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, checksum]) => `${checksum}  prisma/migrations/${name}/migration.sql\n`);
  writeFileSync(CHECKSUMS_FILE, lines.join(''));
  return added.map(({ name }) => name);
}
