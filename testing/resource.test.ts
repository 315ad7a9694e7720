import { exec, execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  'public',
  'README.md',
  'biome.json',
  'knip.json',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'postcss.config.mjs',
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

/** Where and with which variables programs run in the copy. */
function inCopy() {
  const given = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name));
  return { cwd: copy, env: Object.fromEntries(given) as NodeJS.ProcessEnv };
}

/** What a command in the copy prints; throws with it where it fails. */
async function printedBy(name: string, running: Promise<{ stdout: string }>): Promise<string> {
  const { stdout } = await running.catch((error) => {
    throw new Error(`${name} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

/** Runs a Node program in the copy. */
const run = (...args: string[]) =>
  printedBy(args.join(' '), promisify(execFile)(process.execPath, args, inCopy()));

/** Runs files of tests in the copy. One worker: the run that this test is a part of takes the cores as well. */
const runTests = (...args: string[]) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--maxWorkers=1', ...args);

/** A test of the gift cards: a kind of field that is money keeps docs/contract/conventions.md#money. */
const AMOUNTS_TEST = `import { expect, it } from 'vitest';
import { createGiftCard, updateGiftCard } from '@/lib/resources/gift-cards/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';

it('a gift card has amounts of its currency', async () => {
  const as = await makeSeller();
  const card = { name: 'Card', state: 'draft', size: 'small', sent: true } as const;
  const create = (amount: number, currency: string) =>
    callApi(createGiftCard, { body: { ...card, amount, currency } }, { as });
  expect(await create(999_999_999_999, 'idr')).toMatchObject({ amount: 999_999_999_999 });
  const { id } = await create(200, 'isk');
  for (const [amount, currency] of [[150, 'isk'], [99_999_999_999, 'jpy']] as const) {
    const body = { ...card, amount, currency };
    expect(places(await refusal(createGiftCard, { body }, { as }))).toEqual(['body.amount']);
  }
  const change = (amount: number) => ({ params: { id }, body: { amount } });
  expect(places(await refusal(updateGiftCard, change(150), { as }))).toEqual(['body.amount']);
  const changed = await callApi(updateGiftCard, change(300), { as });
  expect(changed).toMatchObject({ amount: 300, currency: 'isk' });
});
`;

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

// Some minutes of the processor, for what only a change of the generator or of its patterns can break.
it('passes npm run check and the tests that are made of the registry', {
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
  await printedBy('npm run check', promisify(exec)('npm run --silent check', inCopy()));

  writeFileSync(path.join(copy, 'testing/amounts.test.ts'), AMOUNTS_TEST);
  const whole = await runTests(
    'testing/amounts.test.ts',
    'testing/pages.test.ts',
    'testing/registers.test.ts',
    'testing/indexes.test.ts',
    'lib/resources/registry.test.ts',
  );
  expect(whole).toMatch(/Test Files .*5 passed/);
  const ofThese = await runTests(
    '-t=gift|advertisement|knows every table',
    'testing/matrix.test.ts',
    'testing/bad-bodies.test.ts',
    'testing/crud.test.ts',
    'testing/exports.test.ts',
    'lib/workflows/delete-organization.test.ts',
  );
  expect(ofThese).toMatch(/Test Files .*5 passed/);
});
