import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { counted, listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import { problemsOf } from '@/lib/contract/problems';
import { jsonColumn } from '@/lib/contract/serialize';
import { grownField } from '@/lib/contract/size';
import { uniqueBy } from '@/lib/database/connection/errors';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/custom-fields/repository';
import {
  type CustomFieldCreate,
  CustomFieldType,
  type CustomFieldUpdate,
  type CustomFieldWithProducts,
  type Options,
  optionsProblem,
  PROPERTIES,
} from '@/lib/resources/custom-fields/schema';
import {
  serializeCustomField,
  serializeCustomFieldWithProducts,
} from '@/lib/resources/custom-fields/serialize';
import { newId } from '@/lib/runtime/ids';

const uniqueSlug = uniqueBy(
  'custom_fields_slug_key',
  'slug',
  'Another custom field already uses this slug.',
);

const columns = bodyColumns('CustomField');

export const { listAll, exportAll } = listAndExport(
  repository.list,
  serializeCustomFieldWithProducts,
);

export const countAll = counted(repository.list, {
  type: { column: 't.type', values: CustomFieldType.options },
});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<CustomFieldWithProducts> {
  return serializeCustomFieldWithProducts(await findOrThrow(scope, id));
}

/**
 * Throws 422 when the slug is taken in the organization, in any case
 * (docs/contract/catalogue.md#custom-field-types).
 */
export async function create(
  scope: Scope,
  body: CustomFieldCreate,
): Promise<CustomFieldWithProducts> {
  const organizationId = organizationFor(scope, body.organization_id);
  return uniqueSlug(() =>
    commit(scope, async (scope) => {
      const row = await repository.create(scope, {
        ...columns(body),
        id: newId(),
        organizationId,
        createdAt: scope.realTime,
      });
      return serializeCustomFieldWithProducts(row);
    }),
  );
}

/**
 * Changes a custom field in the caller's transaction. Returns it, and the field by which it grew most. Throws 404, and 422 for another
 * type, for properties that the field's type does not have and for options that are too large.
 */
export async function update(
  scope: Scope,
  id: string,
  body: CustomFieldUpdate,
): Promise<{ field: CustomFieldWithProducts; grown: string | undefined }> {
  const row = await lockOrThrow(scope, id);
  const { problems, properties } = parseProperties(row, body.properties);
  if (body.type !== undefined && body.type !== row.type) {
    problems.push(
      bodyProblem('type', `The type of a custom field can't change. This one is ${row.type}.`),
    );
  }
  if (problems.length > 0) throw invalid(...problems);
  const changed = await uniqueSlug(() =>
    repository.update(scope, id, {
      modifiedAt: scope.realTime,
      ...columns({ ...body, properties }),
    }),
  );
  const fields = ['slug', 'name', 'metadata', 'properties'] as const;
  return {
    field: serializeCustomFieldWithProducts(changed),
    grown: grownField(serializeCustomField(row), serializeCustomField(changed), fields),
  };
}

/** Throws 404. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    await lockOrThrow(scope, id);
    await repository.remove(scope, id, scope.realTime);
  });
}

/** The ids that are custom fields of the organization. */
export async function findCustomFields(
  scope: Scope,
  where: { organizationId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const rows = where.ids.length === 0 ? [] : await repository.findMany(scope, where.ids);
  return new Set(
    rows.flatMap((row) => (row.organizationId === where.organizationId ? [row.id] : [])),
  );
}

async function findOrThrow(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The custom field');
}

async function lockOrThrow(scope: Scope, id: string) {
  return orNotFound(await repository.lock(scope, id), 'The custom field');
}

/** The properties parsed for the field's type; undefined where none are given. */
function parseProperties(
  { type, properties: stored }: repository.CustomFieldRow,
  given: CustomFieldUpdate['properties'],
) {
  const result = given ? PROPERTIES[type].safeParse(given) : undefined;
  const problems = result?.error ? problemsOf(result.error, 'body', ['properties']) : [];
  const properties = result?.data;
  if (properties && type === 'select') {
    const { options } = jsonColumn<{ options: Options }>(properties);
    const problem = optionsProblem(options, jsonColumn<{ options: Options }>(stored).options);
    if (problem) problems.push(bodyProblem(['properties', 'options'], problem));
  }
  return { properties, problems };
}
