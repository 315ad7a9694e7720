// Writes a plain resource: its API, table, migration, pages, tests, demo rows and its page of the contract. `--help`
// says how. Existing files get lines at places that `insertions` names; `git checkout . && git clean -fd` takes all of
// it back.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { icons } from 'lucide-react';
import { oneOf } from '@/lib/contract/nouns';
import { PERMISSIONS } from '@/lib/contract/permissions';
import { FIELDS_HELP, parseFields } from './resource-fields';
import { apiFiles, model, namesOf, type Resource } from './resource-files';
import { type Insertion, insertions, pageFiles } from './resource-pages';

const USAGE = `Usage: npm run resource -- <name> [--fields=<fields>] [--permissions=<resource>] [--icon=<icon>]

<name> is the plural with hyphens, such as gift-cards.
${FIELDS_HELP}
--permissions=discounts asks for discounts:read and discounts:write, where the published interface has no permissions
of the name. --icon=Megaphone is its icon in the sidebar, by its name in lucide-react.

  npm run resource -- gift-cards --permissions=discounts --fields=name:text,amount:money,note:text?,state:draft/live`;

const require = createRequire(import.meta.url);
const SCHEMA = 'prisma/schema.prisma';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      permissions: { type: 'string' },
      fields: { type: 'string', default: 'name:text' },
      icon: { type: 'string', default: 'Shapes' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(USAGE);
  else {
    const { permissions, icon } = values;
    if (!(icon in icons)) throw new Error(`lucide-react has no icon ${icon}`);
    const names = namesOf(positionals[0] ?? '', permissions);
    write({ ...names, fields: parseFields(values.fields), icon });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('npm run resource -- --help says how.');
  process.exitCode = 1;
}

/** Writes nothing where it cannot write all. */
function write(resource: Resource): void {
  for (const verb of ['read', 'write']) {
    if (!PERMISSIONS.some((name) => name === `${resource.permissions}:${verb}`)) {
      throw new Error(
        `There is no permission ${resource.permissions}:${verb}: name another resource's with --permissions`,
      );
    }
  }
  const files = { ...apiFiles(resource), ...pageFiles(resource) };
  for (const name of Object.keys(files)) {
    if (existsSync(name)) throw new Error(`${name} exists already`);
  }
  const changed = changedFiles(insertions(resource));
  const schema = `${readFileSync(SCHEMA, 'utf8')}${model(resource)}`;
  for (const [name, text] of [...Object.entries(files), ...changed, [SCHEMA, schema] as const]) {
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, text);
  }
  const written = [...Object.keys(files), ...changed.keys()];
  run(require.resolve('@biomejs/biome/bin/biome'), [
    'check',
    '--write',
    '--log-level=error',
    ...written,
  ]);
  run('scripts/migration.ts', [`add_${resource.table}`, '--record'], ['--import', 'tsx']);
  console.log(`Wrote ${[...written, SCHEMA].join('\n      ')}`);
  console.log(
    `One of them is called ${oneOf(resource.noun)}: if that is not English, undo it and take another name.`,
  );
  console.log('Next: npm run openapi. docs/add-a-resource.md says what comes then.');
}

/** The changed files by their names; throws where one is not as expected. */
function changedFiles(all: readonly Insertion[]): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { file, at, line, text, once = false } of all) {
    const before = changed.get(file) ?? readFileSync(file, 'utf8');
    if (once && before.includes(text)) continue;
    const index = before.indexOf(line);
    if (index === -1) throw new Error(`${file} has no line ${line.trim()}`);
    const place = at === 'before' ? index : index + line.length;
    changed.set(file, before.slice(0, place) + text + before.slice(place));
  }
  return changed;
}

/** Runs a Node program in this folder; throws where it fails. */
function run(program: string, args: string[], options: string[] = []): void {
  execFileSync(process.execPath, [...options, program, ...args], { stdio: 'inherit' });
}
