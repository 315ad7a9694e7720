import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

// What `npm run resource` writes, in a copy of the project: it has to be complete by itself.

const COPIED = [
  '.gitignore',
  'app',
  'components',
  'demo',
  'docs',
  'e2e',
  'lib',
  'prisma',
  'scripts',
  'testing',
  'bench',
  'README.md',
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

it('is refused in words before anything is written', { tags: 'soak' }, async () => {
  const program = ['--import', 'tsx', 'scripts/resource.ts'];
  await expect(run(...program, 'gift-cards', '--fields=title:text')).rejects.toThrow(
    'The first field is name:text',
  );
  await expect(run(...program, 'gift-cards')).rejects.toThrow(
    'There is no permission gift_cards:read',
  );
  await expect(
    run(...program, 'gift-cards', '--permissions=discounts', '--icon=Nothing'),
  ).rejects.toThrow('lucide-react has no icon Nothing');
  expect(await run(...program, '--help')).toContain('Usage: npm run resource');
});

// Two minutes of the processor, for what only a change of the generator or of its patterns can break.
it('is formatted, keeps the structure, type-checks and passes the matrix', {
  tags: 'soak',
}, async () => {
  const tsx = ['--import', 'tsx'];
  const fields =
    '--fields=name:text,amount:money,link_url:url?,uses:number?,sent:boolean,note:longtext?,state:draft/live,size:small/large';
  const names = ['gift-cards', '--permissions=discounts', '--icon=Megaphone'];
  const output = await run(...tsx, 'scripts/resource.ts', ...names, fields);
  expect(output).not.toContain('Once it is finished');
  // A second one finds the places of its lines again, and its words are spelled.
  await run(...tsx, 'scripts/resource.ts', 'advertisement-categories', '--permissions=products');
  const read = (name: string) => readFileSync(path.join(copy, name), 'utf8');
  expect(read('e2e/advertisement-categories.spec.ts')).toContain(
    'an advertisement category is created',
  );
  expect(read('components/shell/navigation.ts')).toContain('icon: Megaphone');
  for (const table of ['gift_cards', 'advertisement_categories']) {
    expect(read('lib/resources/audited.ts')).toContain(`  ${table}: by(`);
    expect(read('lib/resources/organizations/repository.ts')).toContain(`  '${table}',\n`);
  }
  expect(read('docs/contract/organizations.md')).toMatch(/^\| Gift cards +\| +\|$/m);
  expect(read('docs/contract/README.md')).toMatch(
    /^\| \[gift-cards\.md\].* Gift cards: name, amount, link URL, /m,
  );
  // Of a row on small screens each place is taken once: the name, one of these, and the day beside the other.
  const presentation = read('components/gift-cards/presentation.tsx');
  expect(presentation.match(/mobile: '.*?'/g)?.sort()).toEqual(["mobile: 'end'", "mobile: 'sub'"]);
  expect(read('components/gift-cards/gift-card-page.tsx')).toContain('GIFT_CARD.labels.note');
  expect(read('lib/resources/gift-cards/repository.ts')).toContain("['t.name', 't.note']");
  await run('node_modules/@biomejs/biome/bin/biome', 'check', ...COPIED.slice(1, 10));
  await run(...tsx, 'scripts/structure.ts');
  await run(...tsx, 'scripts/citations.ts');
  await run('node_modules/typescript/bin/tsc', '--noEmit');
  const tests = [
    'testing/matrix.test.ts',
    'testing/pages.test.ts',
    'testing/crud.test.ts',
    'lib/resources/registry.test.ts',
    'lib/workflows/delete-organization.test.ts',
  ];
  // One worker: the run that this test is a part of takes the cores as well.
  const options = [
    '--project=unit',
    '--maxWorkers=1',
    '-t=gift|advertisement|page|white space|audit log|knows every table',
  ];
  const printed = await run('node_modules/vitest/vitest.mjs', 'run', ...options, ...tests);
  expect(printed).toMatch(/Tests .*passed/);
});
