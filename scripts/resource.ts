// Writes the skeleton of a plain resource with its tests, its table and its migration:
//
//   npm run resource -- <name> [--scope=<scope>]
//
// <name> is the plural with hyphens, such as gift-cards. The published interface has no scopes for every
// resource: --scope=discounts asks for discounts:read and discounts:write.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SCOPES } from '@/lib/contract/scopes';
import { filesOf, model, type Names, namesOf } from './resource-files';

const require = createRequire(import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scope: { type: 'string' } },
});
try {
  write(namesOf(positionals[0] ?? '', values.scope));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('Usage: npm run resource -- <name> [--scope=<scope>], with a name like gift-cards');
  process.exitCode = 1;
}

function write(names: Names): void {
  for (const verb of ['read', 'write']) {
    if (!SCOPES.some((scope) => scope === `${names.scope}:${verb}`)) {
      throw new Error(`There is no scope ${names.scope}:${verb}: name another one with --scope`);
    }
  }
  const files = filesOf(names);
  for (const name of Object.keys(files)) {
    if (existsSync(name)) throw new Error(`${name} exists already`);
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, text);
  }
  const { folder, plural, table } = names;
  edit('prisma/schema.prisma', (text) => text + model(names));
  edit('lib/resources/registry.ts', (text) =>
    text
      .replace(/^import /m, `import * as ${plural} from '@/lib/resources/${folder}/contract';\n$&`)
      .replace(/\n\]\.flatMap/, `\n  ${plural},$&`),
  );
  edit('testing/fixtures/all.ts', (text) =>
    text
      .replace(/^import /m, `import { ${plural} } from '@/testing/fixtures/${folder}';\n$&`)
      .replace(/\];\n$/, `, ${plural}$&`),
  );
  const written = [...Object.keys(files), 'lib/resources/registry.ts', 'testing/fixtures/all.ts'];
  run(require.resolve('@biomejs/biome/bin/biome'), [
    'check',
    '--write',
    '--log-level=error',
    ...written,
  ]);
  run('scripts/migration.ts', [`add_${table}`], ['--import', 'tsx']);
  console.log(`Wrote ${written.join('\n      ')}`);
  console.log('Next: npm run openapi. docs/add-a-resource.md says what comes then.');
}

/** Changes a file; throws where it is not as expected. */
function edit(name: string, change: (text: string) => string): void {
  const text = readFileSync(name, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${name} is not as expected`);
  writeFileSync(name, changed);
}

/** Runs a Node program in this folder; throws where it fails. */
function run(program: string, args: string[], options: string[] = []): void {
  execFileSync(process.execPath, [...options, program, ...args], { stdio: 'inherit' });
}
