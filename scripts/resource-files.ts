// The files of a new plain resource's API, for scripts/resource.ts; those of its pages are in resource-pages.ts.

import { capitalized } from '@/lib/contract/formats';
import { oneOf, singularOf } from '@/lib/contract/nouns';
import type { Field } from './resource-fields';

/** The forms of a resource's name. */
export interface Names {
  /** `gift-cards` */
  folder: string;
  /** `gift_cards` */
  table: string;
  /** `gift card` */
  noun: string;
  /** `gift cards` */
  nouns: string;
  /** `gift-card` */
  file: string;
  /** `giftCards` */
  plural: string;
  /** `giftCard` */
  singular: string;
  /** `GiftCards` */
  Plural: string;
  /** `GiftCard` */
  Singular: string;
  /** `GIFT_CARD` */
  CONSTANT: string;
  /** `GIFT_CARDS` */
  CONSTANTS: string;
  /** What its permissions begin with. */
  permissions: string;
}

/** What is to be written. */
export interface Resource extends Names {
  fields: readonly Field[];
  /** Its icon in the sidebar, as lucide-react calls it. */
  icon: string;
}

/** Throws for a name that is not lower-case words with hyphens, in the plural. */
export function namesOf(folder: string, permissions?: string): Names {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(folder))
    throw new Error(`${folder} is no plural like gift-cards`);
  const file = singularOf(folder);
  const camelCase = (text: string) =>
    text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const table = folder.replaceAll('-', '_');
  return {
    folder,
    table,
    file,
    noun: file.replaceAll('-', ' '),
    nouns: folder.replaceAll('-', ' '),
    plural: camelCase(folder),
    singular: camelCase(file),
    Plural: capitalized(camelCase(folder)),
    Singular: capitalized(camelCase(file)),
    CONSTANT: file.replaceAll('-', '_').toUpperCase(),
    CONSTANTS: table.toUpperCase(),
    permissions: permissions ?? table,
  };
}

/** The new files of the API by their paths. */
export function apiFiles(resource: Resource): Record<string, string> {
  const folder = `lib/resources/${resource.folder}`;
  const routes = `app/v1/${resource.folder}`;
  return {
    [`${folder}/schema.ts`]: schema(resource),
    [`${folder}/contract.ts`]: contract(resource),
    [`${folder}/repository.ts`]: repository(resource),
    [`${folder}/serialize.ts`]: serialize(resource),
    [`${folder}/service.ts`]: service(resource),
    [`${routes}/route.ts`]: collectionRoute(resource),
    [`${routes}/[id]/route.ts`]: memberRoute(resource),
    [`${routes}/export/route.ts`]: exportRoute(resource),
    [`testing/fixtures/${resource.folder}.ts`]: fixture(resource),
  };
}

export const choicesIn = (fields: readonly Field[]) =>
  fields.filter(({ kind }) => kind === 'choice');
/** The fields in which the list's search looks. */
export const searchedIn = (fields: readonly Field[]) =>
  fields.filter(({ kind }) => kind === 'text' || kind === 'longtext');
export const moneyIn = (fields: readonly Field[]) => fields.find(({ kind }) => kind === 'money');
export const hasMoney = (fields: readonly Field[]) => moneyIn(fields) !== undefined;

/** The name of a choice's schema: `GiftCardState`. */
export function choiceName({ Singular }: Names, { name }: Field): string {
  return Singular + name.split('_').map(capitalized).join('');
}

/** The values of a field in an example, as source; `word` is in its texts, as source without quotes. */
export function exampleOf({ kind, values }: Field, word: string): string {
  return {
    text: `'${word}'`,
    longtext: `'${word}'`,
    url: `'https://example.com/${word.toLowerCase().replaceAll(' ', '-')}'`,
    money: '1900',
    number: '12',
    boolean: 'true',
    choice: `'${values[0]}'`,
  }[kind];
}

/** Such values of all fields, as the lines of an object. */
export function examplesOf(fields: readonly Field[], word: string): string {
  return fields.map((field) => `${field.name}: ${exampleOf(field, word)},`).join('\n');
}

/** The model for prisma/schema.prisma. */
export function model(resource: Resource): string {
  const { Singular, table, fields } = resource;
  const enums = choicesIn(fields).map(
    (field) => `
enum ${choiceName(resource, field)} {
${field.values.map((value) => `  ${value}\n`).join('')}
  @@map("${singularOf(table)}_${field.name}")
}
`,
  );
  const columns = fields.map((field) => {
    const property = field.name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const type = {
      text: 'String',
      longtext: 'String',
      url: 'String',
      money: 'BigInt',
      number: 'Int',
      boolean: 'Boolean',
      choice: choiceName(resource, field),
    }[field.kind];
    const preset = field.kind === 'boolean' ? ['@default(false)'] : [];
    const map = property === field.name ? [] : [`@map("${field.name}")`];
    return [property, `${type}${field.isOptional ? '?' : ''}`, ...preset, ...map];
  });
  return `${enums.join('')}
model ${Singular} {
${alignedColumns([
  ['id', 'String', '@id @db.Uuid'],
  ['organizationId', 'String', '@map("organization_id") @db.Uuid'],
  ['createdAt', 'DateTime', '@default(now()) @map("created_at") @db.Timestamptz(3)'],
  ['modifiedAt', 'DateTime?', '@map("modified_at") @db.Timestamptz(3)'],
  ...columns,
  ...(hasMoney(fields) ? [['currency', 'String']] : []),
  ['metadata', 'Json', '@default("{}")'],
])}
  @@index([organizationId, createdAt, id])
  @@index([organizationId, createdAt(sort: Desc), id], map: "${table}_newest_idx")
  @@map("${table}")
}
`;
}

/** Names, types and attributes below each other. */
function alignedColumns(columns: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((at) => Math.max(...columns.map((parts) => parts[at]?.length ?? 0)));
  const lines = columns.map((parts) => parts.map((part, at) => part.padEnd(widths[at] ?? 0)));
  return lines.map((parts) => `  ${parts.join(' ').trimEnd()}\n`).join('');
}

function schema(resource: Resource): string {
  const { Singular, noun, table, CONSTANT, fields } = resource;
  const uses = (kind: Field['kind']) => fields.some((field) => field.kind === kind);
  const imports = [
    ...(hasMoney(fields) ? ['Currency', 'checkAmount'] : []),
    ...(uses('url') ? ['HttpUrl'] : []),
    'Id',
    ...(uses('money') || uses('number') ? ['int'] : []),
    'Metadata',
    'MetadataInput',
    'OrganizationIdInput',
    'Timestamp',
    'trimmedText',
  ];
  const written = (field: Field) => {
    const type = {
      text: 'trimmedText({ min: 1, max: 500 })',
      longtext: 'trimmedText({ min: 1, max: 5000 })',
      url: 'HttpUrl',
      money: 'int({ max: MAX_AMOUNT })',
      number: 'int()',
      boolean: 'z.boolean().optional()',
      choice: choiceName(resource, field),
    }[field.kind];
    return `${field.name}: ${type}${field.isOptional ? '.nullish()' : ''},`;
  };
  const choices = choicesIn(fields).map((field) => {
    const name = choiceName(resource, field);
    const values = field.values.map((value) => `'${value}'`).join(', ');
    return `export const ${name} = z.enum([${values}]).meta({ id: '${name}' });
export type ${name} = z.infer<typeof ${name}>;
`;
  });
  const money = moneyIn(fields);
  const checked = money
    ? `.superRefine(({ ${money.name}, currency }, context) =>
  checkAmount(context, ['${money.name}'], ${money.name}, currency, 'step'))`
    : '';
  return `import { z } from 'zod';
import { ${imports.join(', ')} } from '@/lib/contract/fields';
${hasMoney(fields) ? "import { DEFAULT_CURRENCY, MAX_AMOUNT } from '@/lib/contract/money';\n" : ''}import { updateOf } from '@/lib/contract/update-of';

${choices.join('\n')}
/** What is written of ${oneOf(noun)}, and printed as it is stored. */
const ${Singular}Fields = z.object({
  ${fields.map(written).join('\n  ')}
});

/** ${capitalized(oneOf(noun))} as it is printed: nothing is left out. */
export const ${Singular} = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    ...${Singular}Fields.required().shape,
    ${hasMoney(fields) ? 'currency: z.string(),\n    ' : ''}metadata: Metadata,
    organization_id: Id,
  })
  .meta({ id: '${Singular}', resource: '${table}' });
export type ${Singular} = z.infer<typeof ${Singular}>;

export const ${Singular}Create = ${Singular}Fields.extend({
  ${hasMoney(fields) ? 'currency: Currency.default(DEFAULT_CURRENCY),\n  ' : ''}metadata: MetadataInput.optional(),
  organization_id: OrganizationIdInput,
})${checked}.meta({ id: '${Singular}Create' });
export type ${Singular}Create = z.infer<typeof ${Singular}Create>;

export const ${Singular}Update = updateOf(${Singular}, ${Singular}Create${money ? ", ['currency']" : ''}).meta({ id: '${Singular}Update' });
export type ${Singular}Update = z.infer<typeof ${Singular}Update>;

export const ${CONSTANT}_SORTS = ['created_at', 'name'] as const;
export type ${Singular}Sort = (typeof ${CONSTANT}_SORTS)[number];
`;
}

function contract(resource: Resource): string {
  const { Singular, Plural, plural, table, folder, CONSTANT, permissions, fields } = resource;
  const options = permissions === table ? '' : `, { permissions: '${permissions}' }`;
  const choices = choicesIn(fields);
  const filters = choices.map((field) => `${field.name}: many(${choiceName(resource, field)}),\n`);
  const schemas = [`${CONSTANT}_SORTS`, Singular, `${Singular}Create`];
  schemas.push(...choices.map((field) => choiceName(resource, field)), `${Singular}Update`);
  return `import { exportOf } from '@/lib/contract/export-of';
${choices.length > 0 ? "import { many } from '@/lib/contract/fields';\n" : ''}import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { ${schemas.join(', ')} } from '@/lib/resources/${folder}/schema';

const ${plural} = resource('${table}', ${Singular}${options});

export const list${Plural} = ${plural}.list({
  ${filters.join('')}sorting: sorting(${CONSTANT}_SORTS, '-created_at'),
});
export const export${Plural} = exportOf(list${Plural});
export const create${Singular} = ${plural}.create(${Singular}Create);
export const get${Singular} = ${plural}.get();
export const update${Singular} = ${plural}.update(${Singular}Update);
export const delete${Singular} = ${plural}.delete();
`;
}

function repository(resource: Resource): string {
  const { Singular, Plural, nouns, table, folder, fields } = resource;
  const choices = choicesIn(fields);
  const filters = choices.map(
    ({ name }) => `enumFilter('t.${name}', '${singularOf(table)}_${name}', request.${name}),\n`,
  );
  const searched = searchedIn(fields).map(({ name }) => `'t.${name}'`);
  return `import type { QueryOf } from '@/lib/contract/contract';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { createdFilter, ${choices.length > 0 ? 'enumFilter, ' : ''}type ListDefinition, required, searchFilter, textOrder } from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import type { export${Plural} } from '@/lib/resources/${folder}/contract';
import type { ${Singular}Sort } from '@/lib/resources/${folder}/schema';

const rows = crud('${Singular}');
export const { find, create, update, remove } = rows;

const LIST: ListDefinition<${Singular}Sort> = {
  table: '${table}',
  sorts: { created_at: required(sql\`t.created_at\`), name: textOrder('t.name') },
};

/** The scope's ${nouns}. */
export function list(scope: Scope, request: QueryOf<typeof export${Plural}>) {
  const conditions = [
    ${filters.join('    ')}searchFilter([${searched.join(', ')}], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}
`;
}

const serialize = ({ Singular, noun, folder }: Names) =>
  `import { scalarsOf } from '@/lib/api/scalars';
import { ${Singular} } from '@/lib/resources/${folder}/schema';

/** ${capitalized(oneOf(noun))} as the API prints it. */
export const serialize${Singular} = scalarsOf('${Singular}', ${Singular});
`;

const service = (resource: Resource) => {
  const money = moneyIn(resource.fields);
  return money ? serviceOfAmounts(resource, money) : plainServiceOf(resource);
};

const plainServiceOf = ({ Singular, folder }: Names) =>
  `import { plainService } from '@/lib/api/plain-service';
import * as repository from '@/lib/resources/${folder}/repository';
import type { ${Singular}Create, ${Singular}Update } from '@/lib/resources/${folder}/schema';
import { serialize${Singular} } from '@/lib/resources/${folder}/serialize';

export const { listAll, exportAll, get, create, update, remove } = plainService<
  ${Singular}Create,
  ${Singular}Update
>()('${Singular}', repository, serialize${Singular});
`;

/** The currency of an amount never changes, so that a change is checked against the stored one. */
const serviceOfAmounts = ({ Singular, folder }: Names, { name, label }: Field) =>
  `import { plainService } from '@/lib/api/plain-service';
import { invalid } from '@/lib/contract/errors';
import { amountProblem } from '@/lib/contract/fields';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/${folder}/repository';
import type { ${Singular}, ${Singular}Create, ${Singular}Update } from '@/lib/resources/${folder}/schema';
import { serialize${Singular} } from '@/lib/resources/${folder}/serialize';

const plain = plainService<${Singular}Create, ${Singular}Update>()('${Singular}', repository, serialize${Singular});

export const { listAll, exportAll, get, create, remove } = plain;

/** Throws 404, and 422 for ${oneOf(label.toLowerCase())} that its currency, which never changes, does not have. */
export async function update(scope: Scope, id: string, body: ${Singular}Update): Promise<${Singular}> {
  const { currency } = await get(scope, id);
  const problem = amountProblem(body.${name}, currency, 'step');
  if (problem) throw invalid({ loc: ['body', '${name}'], ...problem });
  return plain.update(scope, id, body);
}
`;

const collectionRoute = ({ Singular, Plural, folder }: Names) =>
  `import { create${Singular}, list${Plural} } from '@/lib/resources/${folder}/contract';
import * as service from '@/lib/resources/${folder}/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(list${Plural}, service.listAll);
export const POST = route.create(create${Singular}, service.create);
`;

const memberRoute = ({ Singular, folder }: Names) =>
  `import { delete${Singular}, get${Singular}, update${Singular} } from '@/lib/resources/${folder}/contract';
import * as service from '@/lib/resources/${folder}/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(get${Singular}, service.get);
export const PATCH = route.update(update${Singular}, service.update);
export const DELETE = route.delete(delete${Singular}, service.remove);
`;

const exportRoute = ({ Plural, folder }: Names) =>
  `import { export${Plural} } from '@/lib/resources/${folder}/contract';
import * as service from '@/lib/resources/${folder}/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(export${Plural}, service.exportAll);
`;

const fixture = ({ Singular, plural, folder }: Names) =>
  `import { create${Singular}, update${Singular} } from '@/lib/resources/${folder}/contract';
import { fixture } from '@/testing/fixtures/fixture';

export const ${plural} = fixture({ create: create${Singular}, update: update${Singular} });
`;
