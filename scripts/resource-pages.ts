// The pages, the browser test, the demo rows and the contract's page of a new plain resource, for scripts/resource.ts.

import { capitalized } from '@/lib/contract/formats';
import { oneOf } from '@/lib/contract/nouns';
import { type Field, labelOf } from './resource-fields';
import {
  choiceName,
  choicesIn,
  exampleOf,
  examplesOf,
  hasMoney,
  moneyIn,
  type Names,
  type Resource,
  searchedIn,
} from './resource-files';

/** The new files beside the API's, by their paths. */
export function pageFiles(resource: Resource): Record<string, string> {
  const { folder, file, Singular } = resource;
  const components = `components/${folder}`;
  const routes = `app/(dashboard)/dashboard/[organization]/${folder}`;
  return {
    [`${components}/presentation.tsx`]: presentation(resource),
    [`${components}/${folder}-page.tsx`]: listPage(resource),
    [`${components}/${file}-form.tsx`]: form(resource),
    [`${components}/${file}-page.tsx`]: page(resource),
    [`${routes}/page.tsx`]: listRoute(resource),
    [`${routes}/new/page.tsx`]: pageRoute(`New${Singular}Page`, `${folder}/${file}-form`),
    [`${routes}/[id]/page.tsx`]: pageRoute(`${Singular}Page`, `${folder}/${file}-page`),
    [`${routes}/[id]/edit/page.tsx`]: pageRoute(`Edit${Singular}Page`, `${folder}/${file}-form`),
    [`e2e/${folder}.spec.ts`]: browserTest(resource),
    [`demo/${folder}.ts`]: demo(resource),
    [`docs/contract/${folder}.md`]: contractPage(resource),
  };
}

/** The name of the words of a choice: `GIFT_CARD_STATE`. */
const wordsName = ({ CONSTANT }: Names, { name }: Field) => `${CONSTANT}_${name.toUpperCase()}`;

/** The status of the whole object, which stands beside the title of its page. */
const statusOf = (fields: readonly Field[]) => fields.find(({ isStatus }) => isStatus);

/** Of several lines: they stand on the page of one, and neither in the list nor among the facts. */
const longTextsIn = (fields: readonly Field[]) => fields.filter(({ kind }) => kind === 'longtext');

/**
 * The place of a column in the two lines of a row on small screens, beside the name and the day of creation; these two
 * are one line where nothing is at the end of the first. Amounts and numbers are aligned to the end, so they are no `sub`.
 */
function mobilePlaceOf(fields: readonly Field[], field: Field): 'end' | 'sub' | undefined {
  const ofKind = (...kinds: Field['kind'][]) =>
    fields.filter(({ name, kind }) => name !== 'name' && kinds.includes(kind));
  const end = statusOf(fields) ?? ofKind('money')[0] ?? ofKind('choice')[0];
  if (end === undefined) return undefined;
  if (field === end) return 'end';
  const [sub] = ofKind('text', 'url', 'boolean', 'choice').filter((other) => other !== end);
  return field === sub ? 'sub' : undefined;
}

/** How well-known words of a status look (docs/add-a-page.md#what-it-is-called); any other is neutral at first. */
const LOOKS = [
  {
    tone: 'ok',
    icon: 'CircleCheck',
    words: ['active', 'live', 'on', 'sent', 'paid', 'approved', 'succeeded', 'delivered', 'done'],
  },
  { tone: 'info', icon: 'CalendarClock', words: ['scheduled'] },
  { tone: 'info', icon: 'Clock', words: ['pending', 'queued', 'waiting', 'processing'] },
  { tone: 'warn', icon: 'CirclePause', words: ['disabled'] },
  { tone: 'warn', icon: 'TriangleAlert', words: ['failing', 'past_due'] },
  { tone: 'bad', icon: 'CircleX', words: ['failed', 'declined'] },
  { tone: 'bad', icon: 'Ban', words: ['revoked'] },
  { tone: 'idle', icon: 'CirclePause', words: ['paused'] },
  { tone: 'idle', icon: 'CircleSlash', words: ['canceled'] },
  { tone: 'idle', icon: 'TimerOff', words: ['ended', 'expired'] },
  { tone: 'idle', icon: 'Archive', words: ['archived'] },
];
const NEUTRAL = { tone: 'idle', icon: 'CircleDashed' };

/** How a value looks; an icon with the name of the resource's type would be imported beside it. */
const lookOf = ({ Singular }: Names, value: string) =>
  LOOKS.find(({ icon, words }) => icon !== Singular && words.includes(value)) ?? NEUTRAL;

/** The icons of a status. */
const iconsOf = (names: Names, { isStatus, values }: Field) =>
  isStatus ? values.map((value) => lookOf(names, value).icon) : [];

function presentation(resource: Resource): string {
  const { Singular, CONSTANT, folder, noun, nouns, fields } = resource;
  const choices = choicesIn(fields);
  const words = choices.map((field) => {
    const type = field.isStatus ? 'Status' : 'string';
    const entries = field.values.map((value) => {
      const label = `'${labelOf(value)}'`;
      const look = lookOf(resource, value);
      const shown = field.isStatus
        ? `{ tone: '${look.tone}', icon: ${look.icon}, label: ${label} }`
        : label;
      return `  ${value}: ${shown},\n`;
    });
    return `export const ${wordsName(resource, field)}: Record<${choiceName(resource, field)}, ${type}> = {
${entries.join('')}};
`;
  });
  const status = statusOf(fields);
  const entries = fields.map((field) => `${field.name}: { ${presented(resource, field)} },`);
  const printers = [
    ...(fields.some(({ kind }) => kind === 'number') ? ['formatCount'] : []),
    ...(hasMoney(fields) ? ['Money'] : []),
  ];
  const types = [Singular, ...choices.map((field) => choiceName(resource, field))];
  const icons = [...new Set(choices.flatMap((field) => iconsOf(resource, field)))].sort();
  return `${icons.length > 0 ? `import { ${icons.join(', ')} } from 'lucide-react';\n` : ''}import { presentation } from '@/components/resource/presentation';
import { created, updated } from '@/components/resource/times';
${status ? "import { Badge, type Status } from '@/components/ui/badge';\n" : ''}${printers.length > 0 ? `import { ${printers.join(', ')} } from '@/components/ui/money';\n` : ''}${fields.some(({ kind }) => kind === 'url') ? "import { OutsideLink } from '@/components/ui/text-link';\n" : ''}import type { ${types.join(', ')} } from '@/lib/resources/${folder}/schema';

${words.join('\n')}
/** What ${nouns} are called and how they are printed. */
export const ${CONSTANT} = presentation<${Singular}>()('${noun}', {
  name: ({ name }) => name,
  ${status ? `status: ({ ${status.name} }) => ${wordsName(resource, status)}[${status.name}],` : ''}
  fields: {
    ${entries.join('\n    ')}
    created: created({ width: 130 }),
    modified: updated(),
  },
});
`;
}

/** How a field is printed in the list and among the facts; what stands beside the title is not among these. */
function presented(resource: Resource, field: Field): string {
  const { name, kind, label, isOptional } = field;
  if (name === 'name') return `label: 'Name', column: { sort: 'name', cell: ({ name }) => name }`;
  const or = isOptional ? ` ?? '—'` : '';
  const and = isOptional ? `${name} !== null && ` : '';
  const place = mobilePlaceOf(resource.fields, field);
  /** The column, with what else it is given, as source. */
  const column = (...given: string[]) =>
    `column: { ${[...given, ...(place ? [`mobile: '${place}'`] : [])].join(', ')} }`;
  const word = `${wordsName(resource, field)}[${name}]`;
  const choice = field.isStatus ? `<Badge status={${word}} />` : word;
  const count = `formatCount(${name})`;
  const shown = {
    text: `value: ({ ${name} }) => ${name}${or}, ${column()}`,
    longtext: '',
    url: `${column(`cell: ({ ${name} }) => ${name}${or}`)},
      fact: ({ ${name} }) => ${and}<OutsideLink href={${name}}>{${name}}</OutsideLink>`,
    money: `value: ({ ${name}, currency }) => <Money amount={${name}} currency={currency} />,
      ${column("align: 'end'")}`,
    number: `value: ({ ${name} }) => ${isOptional ? `${name} === null ? '—' : ${count}` : count},
      ${column("align: 'end'")}`,
    boolean: `value: ({ ${name} }) => (${name} ? 'Yes' : 'No'), ${column()}`,
    choice:
      field === statusOf(resource.fields)
        ? column(`cell: ({ ${name} }) => ${choice}`)
        : `value: ({ ${name} }) => ${choice}, ${column()}`,
  }[kind];
  return [`label: '${label}'`, ...(shown === '' ? [] : [shown])].join(', ');
}

function listPage(resource: Resource): string {
  const { Singular, Plural, CONSTANT, folder, noun, nouns, fields } = resource;
  const choices = choicesIn(fields);
  const filters = choices.map((field) => {
    const options = `choicesOf(${wordsName(resource, field)})`;
    return `{ field: '${field.name}', kind: 'choice', param: '${field.name}', options: ${options} },`;
  });
  const shown = [CONSTANT, ...choices.map((field) => wordsName(resource, field))];
  return `'use client';

import { ${shown.join(', ')} } from '@/components/${folder}/presentation';
${choices.length > 0 ? "import { choicesOf } from '@/components/data-table/filters';\n" : ''}import { listPage } from '@/components/resource/list-page';
import { create${Singular}, export${Plural}, list${Plural}, update${Singular} } from '@/lib/resources/${folder}/contract';

export const ${Plural}Page = listPage(
  ${CONSTANT},
  { list: list${Plural}, export: export${Plural}, create: create${Singular}, update: update${Singular} },
  {
    ${filters.length > 0 ? `filters: [${filters.join('\n')}],` : ''}
    firstRun: {
      title: 'Create your first ${noun}.',
      text: '${capitalized(nouns)} that you create are listed here.',
    },
    example: (organization_id) => ({
      ${examplesOf(fields, 'First')}
      organization_id,
    }),
  },
);
`;
}

const CONTROLS: Record<Field['kind'], string> = {
  text: 'TextField',
  longtext: 'TextareaField',
  url: 'TextField',
  money: 'AmountField',
  number: 'NumberField',
  boolean: 'CheckboxField',
  choice: 'SelectField',
};

function form(resource: Resource): string {
  const { Singular, CONSTANT, folder, fields } = resource;
  const choices = choicesIn(fields);
  const controls = fields.map((field) => {
    const given = {
      text: '',
      longtext: ' rows={4}',
      url: ' type="url"',
      money: ' hasFixedCurrency={row !== null}',
      number: '',
      boolean: '',
      choice: ` options={choicesOf(${wordsName(resource, field)})}`,
    }[field.kind];
    const optional = field.isOptional ? ' optional' : '';
    return `<${CONTROLS[field.kind]} {...field('${field.name}')}${optional}${given} />`;
  });
  const used = [...new Set(fields.map(({ kind }) => CONTROLS[kind]))].sort();
  const plain = used.filter((control) => !/^(?:Amount|Number)/.test(control));
  const firsts = [
    ...choices.map((field) => `, ${field.name}: ${exampleOf(field, '')}`),
    ...(hasMoney(fields) ? [', currency: null'] : []),
  ];
  const empty = `emptyOf(${Singular}Create)`;
  const shown = [CONSTANT, ...choices.map((field) => wordsName(resource, field))];
  return `'use client';

import { ${shown.join(', ')} } from '@/components/${folder}/presentation';
${choices.length > 0 ? "import { choicesOf } from '@/components/data-table/filters';\n" : ''}${hasMoney(fields) ? "import { AmountField } from '@/components/resource/amount-field';\n" : ''}import { ${plain.join(', ')} } from '@/components/form/fields';
${used.includes('NumberField') ? "import { NumberField } from '@/components/form/number-fields';\n" : ''}import { formPages } from '@/components/resource/form-pages';
import { emptyOf } from '@/components/resource/form-values';
import { Section } from '@/components/ui/section';
import { create${Singular}, get${Singular}, update${Singular} } from '@/lib/resources/${folder}/contract';
import { ${Singular}Create } from '@/lib/resources/${folder}/schema';

export const [New${Singular}Page, Edit${Singular}Page] = formPages(
  ${CONSTANT},
  { create: create${Singular}, read: get${Singular}, update: update${Singular} },
  {
    empty: ${firsts.length > 0 ? `{ ...${empty}${firsts.join('')} }` : empty},
    layout: (field${hasMoney(fields) ? ', { row }' : ''}) => (
      <Section title={${CONSTANT}.words.one}>
        ${controls.join('\n        ')}
      </Section>
    ),
  },
);
`;
}

function page({ Singular, CONSTANT, folder, fields }: Resource): string {
  const metadata = `(row) => <MetadataPart object={row} update={update${Singular}} read={get${Singular}} />`;
  const texts = longTextsIn(fields).map(
    ({ name, isOptional }) => `<Section title={${CONSTANT}.labels.${name}}>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{${name}${isOptional ? " ?? '—'" : ''}}</p>
    </Section>`,
  );
  const names = longTextsIn(fields).map(({ name }) => name);
  const parts =
    texts.length > 0
      ? `main: ({ ${names.join(', ')} }) => (${texts.length > 1 ? `<>${texts.join('\n')}</>` : texts[0]}),
    side: ${metadata},`
      : `main: ${metadata},`;
  return `'use client';

import { ${CONSTANT} } from '@/components/${folder}/presentation';
import { MetadataPart } from '@/components/form/metadata-form';
import { detailPage } from '@/components/resource/detail-page';
${texts.length > 0 ? "import { Section } from '@/components/ui/section';\n" : ''}import { delete${Singular}, get${Singular}, update${Singular} } from '@/lib/resources/${folder}/contract';

export const ${Singular}Page = detailPage(
  ${CONSTANT},
  { read: get${Singular}, update: update${Singular}, remove: delete${Singular} },
  {
    ${parts}
    useDeletion: () => ({ effects: 'This can’t be undone.' }),
  },
);
`;
}

const listRoute = ({ Plural, folder }: Names) =>
  `import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/${folder}/route';
import { ${Plural}Page } from '@/components/${folder}/${folder}-page';
import { list${Plural} } from '@/lib/resources/${folder}/contract';

export default listRoute(${Plural}Page, list${Plural}, GET);
`;

const pageRoute = (component: string, module: string) =>
  `import { pageRoute } from '@/app/(dashboard)/routes';
import { ${component} } from '@/components/${module}';

export default pageRoute(${component});
`;

function browserTest({ folder, noun, fields }: Resource): string {
  const fill = (field: Field) => {
    const label = field.isOptional ? `/^${field.label}/` : `'${field.label}', { exact: true }`;
    const control = `page.getByLabel(${label})`;
    if (field.kind === 'boolean') return `await ${control}.check();`;
    if (field.kind === 'choice') {
      return `await ${control}.selectOption('${labelOf(field.values[0] ?? '')}');`;
    }
    const typed = exampleOf(field, 'First');
    // Whole yen: a page that took them for cents would show 19.00.
    const currency = "await page.getByLabel('Currency', { exact: true }).selectOption('JPY');\n  ";
    return `${field.kind === 'money' ? currency : ''}await ${control}.fill(${/^\d/.test(typed) ? `'${typed}'` : typed});`;
  };
  const link = fields.find(({ kind }) => kind === 'url');
  const opens = link
    ? `await expect(page.getByRole('link', { name: ${exampleOf(link, 'First')} })).toHaveAttribute('target', '_blank');`
    : '';
  const money = moneyIn(fields);
  const keepsAmount = money
    ? `await expect(page.getByLabel('${money.label}', { exact: true })).toHaveValue('1900');\n  `
    : '';
  const words = [
    'Second',
    ...(money ? ['¥1,900'] : []),
    ...choicesIn(fields).map(({ values }) => labelOf(values[0] ?? '')),
  ];
  return `import { expect, test } from './fixtures';

test('${oneOf(noun)} is created, edited and deleted', async ({ page, seller }) => {
  await page.goto(seller.path('${folder}'));
  await expect(page.getByText('Create your first ${noun}.')).toBeVisible();
  await page.getByRole('link', { name: 'New ${noun}' }).first().click();
  ${fields.map(fill).join('\n  ')}
  await page.getByRole('button', { name: 'Create ${noun}' }).click();
  await expect(page.getByRole('heading', { name: 'First' })).toBeVisible();
  ${opens}

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  ${keepsAmount}await page.getByLabel('Name', { exact: true }).fill('Second');
  await page.getByRole('button', { name: 'Save ${noun}' }).click();
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible();
  await page.goto(seller.path('${folder}'));
  const row = page.getByRole('row').nth(1);
  ${words.map((text) => `await expect(row).toContainText('${text}');`).join('\n  ')}
  await row.getByRole('link', { name: 'Second' }).click();
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Second' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Create your first ${noun}.')).toBeVisible();
});
`;
}

function demo({ Singular, Plural, CONSTANTS, noun, nouns, fields }: Resource): string {
  const camelCase = (text: string) =>
    text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const rows = ['Spring', 'Summer', 'Winter'].map((season, index) => {
    const values = fields.map((field) => {
      const choice = field.values[index % field.values.length];
      const value = choice ? `'${choice}'` : exampleOf(field, season);
      return `${camelCase(field.name)}: ${field.name === 'name' ? `'${season} ${noun}'` : value}`;
    });
    return `  { ${[...values, ...(hasMoney(fields) ? ['currency: DEFAULT_CURRENCY'] : [])].join(', ')} },`;
  });
  return `import type { Random } from '@/demo/random';
${hasMoney(fields) ? "import { DEFAULT_CURRENCY } from '@/lib/contract/money';\n" : ''}import type { Prisma } from '@/lib/database/generated/client';

const ${CONSTANTS} = [
${rows.join('\n')}
] satisfies Partial<Prisma.${Singular}CreateManyInput>[];

/** The demo's ${nouns}, one a week, the newest first. */
export function make${Plural}(organizationId: string, random: Random, moment: Date) {
  return ${CONSTANTS}.map((row, index) => {
    const createdAt = new Date(moment.getTime() - (index + 1) * 7 * 86_400_000);
    return { id: random.id(createdAt), organizationId, createdAt, ...row };
  });
}
`;
}

/** Names in a sentence: "`name` and `text`". */
function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

/** The fields as source in a sentence of the contract. */
const fieldsIn = (fields: readonly Field[]) => listOf(fields.map(({ name }) => `\`${name}\``));

function contractPage({ folder, noun, nouns, Singular, fields, permissions }: Resource): string {
  const operations = [
    [`\`GET /v1/${folder}/\``, '200', '422'],
    [`\`POST /v1/${folder}/\``, '201', '422'],
    [`\`GET /v1/${folder}/export\``, '200', '422'],
    [`\`GET /v1/${folder}/{id}\``, '200', '404, 422'],
    [`\`PATCH /v1/${folder}/{id}\``, '200', '404, 422'],
    [`\`DELETE /v1/${folder}/{id}\``, '204', '404, 422'],
  ];
  const needed = fields.filter(({ kind, isOptional }) => !isOptional && kind !== 'boolean');
  const choices = choicesIn(fields);
  const filter = choices.length > 0 ? `filter by ${fieldsIn(choices)} and ` : '';
  return `# ${capitalized(nouns)}

${capitalized(oneOf(noun))} belongs to one organization. A new one needs ${fieldsIn(needed)}; every field${hasMoney(fields) ? ' but `currency`' : ''} can be changed.
Lists ${filter}search in ${fieldsIn(searchedIn(fields))}.
A deleted ${noun} is gone, and nothing else with it. Added: the published interface has no ${nouns}.

Its fields, their types and limits are those of \`${Singular}Create\` in [openapi.json](../openapi.json)${hasMoney(fields) ? '; the [table](conventions.md#money) of currencies decides which amounts there are' : ''}.

### Operations

${markdownTable(['Operation', 'Success', 'Declared errors'], operations)}
They ask for \`${permissions}:read\` and \`${permissions}:write\`.
`;
}

/** Biome aligns its cells. */
function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  return [head, head.map(() => '---'), ...rows].map(tableLine).join('');
}

/** The lines that existing files get, each before or after a line of theirs. */
export function insertions(resource: Resource): Insertion[] {
  const { folder, plural, singular, Plural, Singular, nouns, table, permissions, fields, icon } =
    resource;
  const title = capitalized(nouns);
  const choices = choicesIn(fields).map(({ name }) => `\`${name}\``);
  return [
    {
      file: 'lib/resources/registry.ts',
      at: 'after',
      line: "import type { AnyContract } from '@/lib/contract/contract';\n",
      text: `import * as ${plural} from '@/lib/resources/${folder}/contract';\n`,
    },
    {
      file: 'lib/resources/registry.ts',
      at: 'before',
      line: '].flatMap(',
      text: `  ${plural},\n`,
    },
    {
      file: 'lib/database/rows/mapping.ts',
      at: 'before',
      line: '  CheckoutLink: { metadata: true },\n',
      text: `  ${Singular}: { metadata: true },\n`,
    },
    {
      file: 'lib/resources/audited.ts',
      at: 'after',
      line: 'OBJECTS: Readonly<Record<string, Read>> = {\n',
      text: `  ${table}: by(() => import('@/lib/resources/${folder}/service')),\n`,
    },
    {
      file: 'lib/resources/organizations/repository.ts',
      at: 'after',
      line: 'export const ERASED_TABLES = [\n',
      text: `  '${table}',\n`,
    },
    {
      file: 'testing/fixtures/all.ts',
      at: 'before',
      line: "import type { Fixture } from '@/testing/fixtures/fixture';\n",
      text: `import { ${plural} } from '@/testing/fixtures/${folder}';\n`,
    },
    {
      file: 'testing/fixtures/all.ts',
      at: 'after',
      line: 'fixtures: readonly Fixture[] = [',
      text: `${plural}, `,
    },
    {
      file: 'components/shell/navigation.ts',
      at: 'before',
      line: "      { label: 'Files', path: 'files', icon: File },\n",
      text: `      {
        label: '${title}',
        path: '${folder}',
        icon: ${icon},
        create: { label: 'New ${resource.noun}', permission: '${permissions}:write' },
      },
`,
    },
    {
      file: 'components/shell/navigation.ts',
      at: 'before',
      line: '  ShoppingCart,\n',
      text: `  ${icon},\n`,
      once: true,
    },
    {
      file: 'components/reference/texts.ts',
      at: 'before',
      line: "'files'",
      text: `'${table}', `,
    },
    {
      file: 'e2e/plain-pages.ts',
      at: 'before',
      line: "import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';\n",
      text: `import { create${Singular}, list${Plural} } from '@/lib/resources/${folder}/contract';\n`,
    },
    {
      file: 'e2e/plain-pages.ts',
      at: 'after',
      line: 'const PLAIN = {\n',
      text: `  ${singular}: plain({ list: list${Plural}, create: create${Singular}, shows: 'Metadata' }),
`,
    },
    {
      file: 'demo/seed.ts',
      at: 'before',
      line: "import { makeMails } from '@/demo/mails';\n",
      text: `import { make${Plural} } from '@/demo/${folder}';\n`,
    },
    {
      file: 'demo/seed.ts',
      at: 'before',
      line: '  return { email: DEMO_EMAIL, password };\n',
      text: `  await db(null).${singular}.createMany({ data: make${Plural}(organization.id, random, moment) });\n`,
    },
    {
      file: 'demo/seed.ts',
      at: 'before',
      line: '    client.organization.deleteMany(',
      text: `    client.${singular}.deleteMany({ where }),\n`,
    },
    {
      file: 'docs/contract/README.md',
      at: 'before',
      line: '| [benefits.md](benefits.md) ',
      text: tableLine([
        `[${folder}.md](${folder}.md)`,
        `${title}: ${fields.map(({ label }) => inSentence(label)).join(', ')}`,
      ]),
    },
    {
      file: 'docs/contract/organizations.md',
      at: 'before',
      line: '| Events, the audit log, ',
      text: tableLine([title, '']),
    },
    {
      file: 'docs/contract/lists.md',
      at: 'before',
      line: '\nNo sort is published for ',
      text: tableLine([title, '`created_at`, `name`']),
    },
    ...(choices.length > 0
      ? [
          {
            file: 'docs/contract/lists.md',
            at: 'before' as const,
            line: '\n### Exports\n',
            text: tableLine([title, choices.join(', ')]),
          },
        ]
      : []),
  ];
}

/** `Link URL` → `link URL` */
const inSentence = (label: string) =>
  label.replace(/^[A-Z](?=[a-z]|$)/, (letter) => letter.toLowerCase());

const tableLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;

/** A text that an existing file gets, beside the one line in it that begins so. */
export interface Insertion {
  file: string;
  at: 'before' | 'after';
  line: string;
  text: string;
  /** It may be there already, from the resource before. */
  once?: boolean;
}
