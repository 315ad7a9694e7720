import { expect, it } from 'vitest';
import { violationsOf } from '@/testing/repository-check';

const violationsOfFiles = (files: Record<string, string>) => violationsOf('citations.ts', files);

// The samples are put together here, for the check also reads this file.
const PAGES = 'docs/contract';
const [SEMANTICS, SPECIFICATION] = ['semantics', 'specification'];

const page = `# Checkouts

## Times

### Expiry

Stored; [Safe retries](retries.md#kept-24-h), [above](#times), [code](../../lib/checkouts.ts) and
[elsewhere](https://example.com/none.md#nothing). In code \`[nothing](nowhere.md)\` is no link.

\`\`\`
# Not a heading
[not a link](nowhere.md)
\`\`\`
`;

/** A small repository whose citations all lead somewhere. */
const CITED = {
  'README.md': `[The contract](${PAGES}/checkouts.md) and [rules](docs/), see ${PAGES}/checkouts.md.\n`,
  [`${PAGES}/checkouts.md`]: page,
  [`${PAGES}/retries.md`]:
    '# Safe retries\n\n### Kept 24 h!\n\n### `PATCH` and [more](checkouts.md)\n',
  'docs/twice.md': '# Twice\n\n## Again\n\n## Again\n\n[the second](#again-1)\n',
  'lib/checkouts.ts': `/** Expiry is stored (${PAGES}/checkouts.md#expiry). */\n`,
  'app/page.tsx': `// Cells of ${PAGES}/retries.md#patch-and-more, what the specification of HTTP says in 4 words.\n`,
  'prisma/migrations/1/migration.sql': `-- ${PAGES}/retries.md#kept-24-h\n`,
  'lib/database/generated/client.ts': `// ${PAGES}/none.md\n`,
};

it('has nothing against citations that lead somewhere', async () => {
  expect(await violationsOfFiles(CITED)).toEqual([]);
});

it('names pages and headings that do not exist', async () => {
  const found = await violationsOfFiles({
    ...CITED,
    'README.md': '\n[none](docs/none.md) and [no folder](docs/none/)\n',
    'docs/decisions/links.md': `[up](../contract/checkouts.md#expired)\n\n[named]: none.md\n`,
    [`${PAGES}/own.md`]: '# Own\n\n[nothing](#nothing) [code](checkouts.md#not-a-heading)\n',
    'lib/orders.ts': `/**\n * Two: ${PAGES}/checkouts.md#expiry and ${PAGES}/checkouts.md#times-1.\n */\n`,
    'lib/orders/card.tsx': `// ${PAGES}/orders.md#refunds\n`,
    'scripts/run.mjs': `// ${PAGES}/checkouts.md#Expiry\n`,
    'prisma/schema.prisma': `/// ${PAGES}/none.md\n`,
    'testing/shop.ts': `// ${PAGES}/retries.md#kept\n`,
    'prisma/migrations/2/migration.sql': `-- ${PAGES}/retries.md#leases\n`,
  });
  expect(found).toEqual([
    `README.md:2: docs/none.md leads to no file`,
    `README.md:2: docs/none/ leads to no file`,
    `docs/contract/own.md:3: #nothing leads to no heading of docs/contract/own.md`,
    `docs/contract/own.md:3: checkouts.md#not-a-heading leads to no heading of docs/contract/checkouts.md`,
    `docs/decisions/links.md:1: ../contract/checkouts.md#expired leads to no heading of docs/contract/checkouts.md`,
    `docs/decisions/links.md:3: none.md leads to no file`,
    `lib/orders.ts:2: ${PAGES}/checkouts.md#times-1 leads to no heading of docs/contract/checkouts.md`,
    `lib/orders/card.tsx:1: ${PAGES}/orders.md#refunds leads to no file`,
    `prisma/migrations/2/migration.sql:1: ${PAGES}/retries.md#leases leads to no heading of docs/contract/retries.md`,
    `prisma/schema.prisma:1: ${PAGES}/none.md leads to no file`,
    `scripts/run.mjs:1: ${PAGES}/checkouts.md#Expiry leads to no heading of docs/contract/checkouts.md`,
    `testing/shop.ts:1: ${PAGES}/retries.md#kept leads to no heading of docs/contract/retries.md`,
  ]);
});

it('names files and folders that are named and do not exist, in pages and in comments', async () => {
  // Put together here, for the check also reads this file.
  const folder = 'lib';
  const found = await violationsOfFiles({
    ...CITED,
    'docs/security.md': `In \`${folder}/checkouts.ts\`, of \`${folder}/checkouts\`, in \`lib/\`.

| A finding | \`${folder}/orders.test.ts\`, \`${folder}/<name>.ts\`, \`${folder}/orders/\`, \`${folder}/order\` |
`,
    'lib/refunds.ts': `// As in ${folder}/checkouts.ts.\n// As in ${folder}/orders.ts.\n`,
  });
  expect(found).toEqual([
    `docs/security.md:3: there is no ${folder}/order`,
    `docs/security.md:3: there is no ${folder}/orders.test.ts`,
    `docs/security.md:3: there is no ${folder}/orders/`,
    `lib/refunds.ts:2: there is no ${folder}/orders.ts`,
  ]);
});

it('names headings of the contract that share an anchor', async () => {
  const found = await violationsOfFiles({
    ...CITED,
    [`${PAGES}/double.md`]: '# Double\n\n### Limits\n\n### `Limits`\n',
  });
  expect(found).toEqual([`${PAGES}/double.md: has two headings #limits`]);
});

it('names rules that are cited from documents outside of the repository', async () => {
  const found = await violationsOfFiles({
    ...CITED,
    'lib/a.ts': `/** Kept (${SEMANTICS} §4). */\n`,
    'lib/b.ts': `/**\n * Settled in one transaction (${SEMANTICS}\n * §7).\n */\n`,
    'lib/c.ts': `// One\n// two (${SPECIFICATION}\n// 2.11).\n`,
    'docs/d.md': `See ${SPECIFICATION} part 8 and ${SEMANTICS}  §1.\n`,
    'README.md': `${SPECIFICATION} §2\n`,
  });
  expect(found.map((line) => line.replace(/: cite .*/, ''))).toEqual([
    'README.md:1',
    'docs/d.md:1',
    'docs/d.md:1',
    'lib/a.ts:1',
    'lib/b.ts:2',
    'lib/c.ts:2',
  ]);
});
