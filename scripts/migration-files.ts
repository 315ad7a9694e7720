// Checks prisma/migrations (docs/decisions/migrations.md): that no finished migration has changed, and that one
// without a transaction can be run again. Run by `npm run check`; prints each violation and exits with 1.

import {
  builtIndex,
  checksumOf,
  type Migration,
  readMigrations,
} from '@/lib/database/migrations/files';
import { CHECKSUMS_FILE, readChecksums } from './checksums';

const NOT_CODE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1/g;

const migrations = await readMigrations();
const listed = readChecksums();
const violations = [
  ...migrations.flatMap((migration) => [...text(migration), ...transaction(migration)]),
  ...missing(),
];
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;

/** A migration is committed when it is finished, and keeps its text from then on. */
function* text({ name, sql }: Migration) {
  const checksum = listed.get(name);
  if (!checksum) {
    yield `${name} is not in ${CHECKSUMS_FILE}: once it is finished, add it with \`npm run migration -- --record\``;
  } else if (checksum !== checksumOf(sql)) {
    yield `${name} is not what ${CHECKSUMS_FILE} says: put its text back, and write what is to change as a migration of its own`;
  }
}

function* missing() {
  const names = new Set(migrations.map(({ name }) => name));
  for (const name of listed.keys()) {
    if (!names.has(name))
      yield `${name} is in ${CHECKSUMS_FILE} and not in prisma/migrations: put it back`;
  }
}

/** What runs outside of a transaction may have been run without an entry, and is then run again. */
function* transaction(migration: Migration) {
  const { name, sql, inTransaction } = migration;
  const code = sql.replace(NOT_CODE, (part) => (/^['"$]/.test(part) ? 'quoted' : ' '));
  const statements = code.split(';').filter((statement) => statement.trim() !== '');
  if (inTransaction) {
    if (/\bINDEX\s+CONCURRENTLY\b/i.test(code)) {
      yield `${name} works on an index CONCURRENTLY, which no transaction can: its first line has to be \`-- no transaction\``;
    }
    return;
  }
  if (statements.length !== 1) {
    yield `${name} has ${statements.length} statements: a migration without a transaction has one`;
  }
  const builds = /^\s*CREATE\b/i.test(code);
  const repeats = /^\s*(?:DROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS|CALL)\b/i.test(code);
  if (builds ? !builtIndex(migration) : !repeats) {
    yield `${name} has to be CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS or the CALL of a procedure that commits: other statements run in a transaction`;
  }
}
