import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

// What `npm run resource` writes, in a copy of the project: it has to be complete by itself.

const COPIED = [
  '.gitignore',
  'app',
  'components',
  'e2e',
  'lib',
  'prisma',
  'scripts',
  'testing',
  'bench',
  'biome.json',
  'next.config.mjs',
  'package.json',
  'prisma.config.ts',
  'tsconfig.json',
  'vitest.config.ts',
];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'tilldesk-resource-'));
  for (const name of COPIED) cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a Node program in the copy; throws with what it printed where it fails. */
async function run(...args: string[]): Promise<string> {
  const given = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name));
  const options = { cwd: copy, env: Object.fromEntries(given) as NodeJS.ProcessEnv };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => {
    throw new Error(`${args.join(' ')} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

it('is formatted and keeps the structure; in full size it also type-checks and passes the matrix', {
  timeout: 300_000,
}, async () => {
  const tsx = ['--import', 'tsx'];
  await run(...tsx, 'scripts/resource.ts', 'gift-cards', '--scope=discounts');
  await run('node_modules/@biomejs/biome/bin/biome', 'check', 'lib/resources', 'app/v1', 'testing');
  await run(...tsx, 'scripts/structure.ts');
  // A minute of the processor, for what only a change of the generator or of its patterns can break.
  if (process.env.SOAK !== 'full') return;
  await run('node_modules/typescript/bin/tsc', '--noEmit');
  const tests = [
    'testing/matrix.test.ts',
    'lib/resources/gift-cards',
    'lib/resources/registry.test.ts',
  ];
  // One worker and much time: the run that this test is a part of takes the cores as well.
  const options = ['--project=unit', '--maxWorkers=1', '--testTimeout=60000', '-t=gift'];
  const printed = await run('node_modules/vitest/vitest.mjs', 'run', ...options, ...tests);
  expect(printed).toMatch(/Tests .*passed/);
});
