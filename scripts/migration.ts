// Writes the migration that brings the database from prisma/migrations to prisma/schema.prisma:
//
//   npm run migration -- <name>
//
// It is computed on a throw-away PostgreSQL, and the client is generated anew. Checks, expression
// indexes and partial indexes are written into the file by hand afterwards. When it is finished,
//
//   npm run migration -- --record
//
// adds its checksum to prisma/checksums.txt: from then on its text stays. With a name and --record it is finished as
// it is written.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startTemporary } from '@/lib/database/embedded/temporary';
import { MIGRATIONS_FOLDER } from '@/lib/database/migrations/files';
import { migrate } from '@/lib/database/migrations/migrate';
import { provideSettings } from '@/lib/runtime/env';
import { messageOf } from '@/lib/runtime/operator-error';
import { CHECKSUMS_FILE, recordChecksums } from './checksums';
import { schemaDrift } from './schema-engine';

const LOCK_FILE = `# Tells Prisma's own commands which database the migrations are written for.
provider = "postgresql"
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean' } },
});
const [name] = positionals;
if (values.record && name === undefined) {
  await record();
  process.exit();
}
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error(
    'Usage: npm run migration -- <name>, with a name like add_saved_views; --record when finished',
  );
  process.exit(1);
}

provideSettings({ LOG_LEVEL: 'warn' });
mkdirSync(MIGRATIONS_FOLDER, { recursive: true });
const database = await startTemporary();
try {
  await migrate(database.url);
  const sql = await schemaDrift(database.url);
  if (sql === '') {
    console.log('prisma/migrations is up to date with prisma/schema.prisma.');
  } else {
    const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const folder = path.join(MIGRATIONS_FOLDER, `${timestamp}_${name}`);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'migration.sql'), `${sql}\n`);
    writeFileSync(path.join(MIGRATIONS_FOLDER, 'migration_lock.toml'), LOCK_FILE);
    console.log(`Wrote ${path.relative('.', folder)}/migration.sql`);
    if (values.record) await record();
    else console.log('Once it is finished: npm run migration -- --record');
  }
  execFileSync(process.execPath, ['scripts/generate-client.mjs'], { stdio: 'inherit' });
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  await database.stop();
}

/** Adds the checksums of the migrations that have none. */
async function record(): Promise<void> {
  for (const added of await recordChecksums()) console.log(`Added ${added} to ${CHECKSUMS_FILE}`);
}
