// The files of a new plain resource, for scripts/resource.ts: objects with a name and metadata.

/** The forms of a resource's name. */
export interface Names {
  /** `gift-cards` */
  folder: string;
  /** `gift_cards` */
  table: string;
  /** `gift card` */
  noun: string;
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
  /** What its scopes begin with. */
  scope: string;
}

/** Throws for a name that is not lower-case words with hyphens, in the plural. */
export function namesOf(folder: string, scope?: string): Names {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(folder))
    throw new Error(`${folder} is no plural like gift-cards`);
  const one = folder.replace(/s$/, '');
  const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const camelCase = (text: string) =>
    text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const table = folder.replaceAll('-', '_');
  return {
    folder,
    table,
    noun: one.replaceAll('-', ' '),
    plural: camelCase(folder),
    singular: camelCase(one),
    Plural: capitalized(camelCase(folder)),
    Singular: capitalized(camelCase(one)),
    CONSTANT: one.replaceAll('-', '_').toUpperCase(),
    scope: scope ?? table,
  };
}

/** The new files by their paths. */
export function filesOf(names: Names): Record<string, string> {
  const resource = `lib/resources/${names.folder}`;
  const routes = `app/v1/${names.folder}`;
  return {
    [`${resource}/schema.ts`]: schema(names),
    [`${resource}/contract.ts`]: contract(names),
    [`${resource}/repository.ts`]: repository(names),
    [`${resource}/serialize.ts`]: serialize(names),
    [`${resource}/service.ts`]: service(names),
    [`${resource}/service.test.ts`]: serviceTest(names),
    [`${routes}/route.ts`]: collectionRoute(names),
    [`${routes}/[id]/route.ts`]: memberRoute(names),
    [`${routes}/export/route.ts`]: exportRoute(names),
    [`testing/fixtures/${names.folder}.ts`]: fixture(names),
  };
}

/** The model for prisma/schema.prisma. */
export const model = ({ Singular, table }: Names) => `
model ${Singular} {
  id             String    @id @db.Uuid
  organizationId String    @map("organization_id") @db.Uuid
  createdAt      DateTime  @default(now()) @map("created_at") @db.Timestamptz(3)
  modifiedAt     DateTime? @map("modified_at") @db.Timestamptz(3)
  name           String
  metadata       Json      @default("{}")

  @@index([organizationId, createdAt, id])
  @@index([organizationId, createdAt(sort: Desc), id], map: "${table}_newest_idx")
  @@map("${table}")
}
`;

const schema = ({ Singular, noun, table, CONSTANT }: Names) => `import { z } from 'zod';
import {
  Id,
  Metadata,
  MetadataInput,
  notCleared,
  OrganizationIdInput,
  Timestamp,
  trimmedText,
} from '@/lib/contract/fields';

/** A ${noun} as it is printed. */
export const ${Singular} = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    name: z.string(),
    metadata: Metadata,
    organization_id: Id,
  })
  .meta({ id: '${Singular}', resource: '${table}' });
export type ${Singular} = z.infer<typeof ${Singular}>;

const name = trimmedText({ min: 1, max: 500 });

export const ${Singular}Create = z
  .object({ name, metadata: MetadataInput.optional(), organization_id: OrganizationIdInput })
  .meta({ id: '${Singular}Create' });
export type ${Singular}Create = z.infer<typeof ${Singular}Create>;

export const ${Singular}Update = z
  .object({ name: notCleared(name), metadata: notCleared(MetadataInput) })
  .meta({ id: '${Singular}Update' });
export type ${Singular}Update = z.infer<typeof ${Singular}Update>;

export const ${CONSTANT}_SORTS = ['created_at', 'name'] as const;
export type ${Singular}Sort = (typeof ${CONSTANT}_SORTS)[number];
`;

function contract({ Singular, Plural, plural, table, folder, CONSTANT, scope }: Names): string {
  const options = scope === table ? '' : `, { scope: '${scope}' }`;
  return `import { exportOf } from '@/lib/contract/export-of';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { ${CONSTANT}_SORTS, ${Singular}, ${Singular}Create, ${Singular}Update } from '@/lib/resources/${folder}/schema';

const ${plural} = resource('${table}', ${Singular}${options});

export const list${Plural} = ${plural}.list({ sorting: sorting(${CONSTANT}_SORTS, '-created_at') });
export const export${Plural} = exportOf(list${Plural});
export const create${Singular} = ${plural}.create(${Singular}Create);
export const get${Singular} = ${plural}.get();
export const update${Singular} = ${plural}.update(${Singular}Update);
export const delete${Singular} = ${plural}.delete();
`;
}

const repository = ({ Singular, Plural, singular, noun, table, folder }: Names) =>
  `import type { QueryOf } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import { createdFilter, type ListDefinition, required, searchFilter, textOrder } from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { export${Plural} } from '@/lib/resources/${folder}/contract';
import type { ${Singular}Sort } from '@/lib/resources/${folder}/schema';

const LIST: ListDefinition<${Singular}Sort> = {
  table: '${table}',
  sorts: { created_at: required(sql\`t.created_at\`), name: textOrder('t.name') },
};

/** The scope's ${noun}s. */
export function list(scope: Scope, query: QueryOf<typeof export${Plural}>) {
  const conditions = [searchFilter(['t.name'], query.query), ...createdFilter(query)];
  return listing(scope, LIST, query, conditions, (ids) =>
    db(scope).${singular}.findMany({ where: { id: { in: ids } } }),
  );
}

/** Null where there is none in the scope. */
export function find(scope: Scope, id: string) {
  return db(scope).${singular}.findFirst({ where: { id } });
}

export function create(scope: Scope, data: Prisma.${Singular}UncheckedCreateInput) {
  return db(scope).${singular}.create({ data });
}

/** Throws 404. */
export function update(scope: Scope, id: string, data: Prisma.${Singular}UncheckedUpdateInput) {
  return db(scope).${singular}.update({ where: { id }, data });
}

/** Throws 404. */
export function remove(scope: Scope, id: string) {
  return db(scope).${singular}.delete({ where: { id } });
}
`;

const serialize = ({ Singular, noun, folder }: Names) =>
  `import { scalarsOf } from '@/lib/api/scalars';
import { ${Singular} } from '@/lib/resources/${folder}/schema';

/** A ${noun} as the API prints it. */
export const serialize${Singular} = scalarsOf('${Singular}', ${Singular});
`;

const service = ({ Singular, noun, folder }: Names) =>
  `import { columnsOf } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/${folder}/repository';
import type { ${Singular}, ${Singular}Create, ${Singular}Update } from '@/lib/resources/${folder}/schema';
import { serialize${Singular} } from '@/lib/resources/${folder}/serialize';
import { newId } from '@/lib/runtime/ids';

const columns = columnsOf('${Singular}');

export const { listAll, exportAll } = listAndExport(repository.list, serialize${Singular});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<${Singular}> {
  return serialize${Singular}(orNotFound(await repository.find(scope, id), 'The ${noun}'));
}

export async function create(scope: Scope, body: ${Singular}Create): Promise<${Singular}> {
  const organizationId = organizationFor(scope, body.organization_id);
  return commit(scope, async (scope) => {
    const own = { id: newId(), organizationId, createdAt: scope.realTime };
    const row = await repository.create(scope, { ...columns(body), ...own });
    return serialize${Singular}(row);
  });
}

/** Throws 404. */
export async function update(scope: Scope, id: string, body: ${Singular}Update): Promise<${Singular}> {
  return commit(scope, async (scope) => {
    const row = await repository.update(scope, id, { modifiedAt: scope.realTime, ...columns(body) });
    return serialize${Singular}(row);
  });
}

/** Throws 404. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    await repository.remove(scope, id);
  });
}
`;

const serviceTest = ({
  Singular,
  Plural,
  noun,
  folder,
}: Names) => `import { expect, test } from 'vitest';
import { create${Singular}, delete${Singular}, get${Singular}, list${Plural}, update${Singular} } from '@/lib/resources/${folder}/contract';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';

test('a ${noun} is created, changed, listed and deleted', async () => {
  const as = await makeSeller();
  const made = await callApi(create${Singular}, { body: { name: 'First' } }, { as });
  expect(made).toMatchObject({ name: 'First', metadata: {}, modified_at: null });
  const params = { id: made.id };
  const changed = await callApi(update${Singular}, { params, body: { metadata: { a: 1 } } }, { as });
  expect(changed).toEqual({ ...made, metadata: { a: 1 }, modified_at: expect.any(String) });
  expect(await callApi(get${Singular}, { params }, { as })).toEqual(changed);
  const { items } = await callApi(list${Plural}, { query: { query: 'first' } }, { as });
  expect(items).toEqual([changed]);
  await callApi(delete${Singular}, { params }, { as });
  expect(await refusal(get${Singular}, { params }, { as })).toMatchObject({ status: 404 });
});
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

export const ${plural} = fixture({
  create: create${Singular},
  body: ({ name, seller }) => ({
    name,
    metadata: { shelf: name },
    organization_id: seller.organizationId,
  }),
  update: update${Singular},
  change: ({ name }) => ({ name, metadata: { shelf: name } }),
});
`;
