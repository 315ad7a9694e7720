// Generates the Prisma client from prisma/schema.prisma, without a network.
//
// `prisma generate` wants a schema engine, which it would download, though it only needs one to
// migrate: any existing file satisfies it. The variable is set for that command alone, so that
// `prisma migrate deploy` still finds the real engine. Nothing is done while the client is current.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SCHEMA = 'prisma/schema.prisma';
const FOLDER = 'lib/database/generated';
const STAMP = `${FOLDER}/.digest`;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const require = createRequire(import.meta.url);
const digest = createHash('sha256')
  .update(readFileSync(SCHEMA))
  .update(require('prisma/package.json').version)
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== digest) {
  const prisma = require.resolve('prisma/build/index.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [prisma, 'generate', '--no-hints'],
    {
      encoding: 'utf8',
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    },
  );
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    process.exit(status ?? 1);
  }
  // lib/database/connection/client.ts reads every BigInt as a number: so say the types.
  for (const name of readdirSync(FOLDER, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const file = path.join(FOLDER, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\bbigint\b/g, 'number'));
  }
  writeFileSync(STAMP, digest);
}
