import { notFound } from '@/lib/contract/errors';
import { assertOrganization } from '@/lib/database/connection/client';
import { selectCells } from '@/lib/database/connection/execute';
import { fieldsOf } from '@/lib/database/connection/fields';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import {
  columnName,
  compile,
  type ModelRow,
  type RowMapping,
  type RowOf,
} from '@/lib/database/rows/mapping';
import { hydrate, tenantPredicate } from '@/lib/database/rows/rows';

// Frequent writes by one statement each: writes a row and selects it with its relations.

/** Fields of a row. One that is left out or undefined gets its default on insert, and stays as it is on update. */
export type Fields<Row> = {
  // A JSON column takes any value that can be serialized; null is SQL's NULL, not JSON's.
  [Name in keyof Row]?: (Prisma.JsonValue extends Row[Name] ? unknown : Row[Name]) | undefined;
};

export interface WriteOptions {
  /** Only where the code, and no client, decides which fields are given; see `execute`. */
  prepared?: boolean;
}

type Table = Pick<RowMapping, 'model' | 'table'>;

/** Inserts of more rows than this are not prepared, as each number of rows is another statement. */
const MAX_PREPARED_ROWS = 8;
/** So many rows one statement inserts: PostgreSQL has 65,535 parameters. */
const MAX_ROWS = 500;

/** pg would send an array as one of PostgreSQL's; the mapped tables have arrays in JSON columns only. */
function parameter(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

/** The columns and values of the given fields, in the order of the model. */
function assignments({ model }: Table, fields: object): [column: Sql, value: unknown][] {
  const values = fields as Record<string, unknown>;
  return fieldsOf(model)
    .filter((field) => values[field] !== undefined)
    .map((field) => [raw(`"${columnName(field)}"`), parameter(values[field])]);
}

function insertStatement(scope: Scope, table: Table, rows: readonly object[]): Sql {
  const given = rows.map((row) => {
    assertOrganization(scope.organizationIds, row);
    return assignments(table, row);
  });
  const named = new Set(given.map((row) => row.map(([column]) => column.sql).join()));
  if (named.size > 1) throw new Error(`Rows of ${table.table} give different fields`);
  const columns = join((given[0] ?? []).map(([column]) => column));
  const values = given.map((row) => sql`(${join(row.map(([, value]) => sql`${value}`))})`);
  return sql`INSERT INTO ${raw(table.table)} (${columns}) VALUES ${join(values)}`;
}

/** Inserts a row and returns it with its relations. */
export async function insertRow<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  fields: Fields<ModelRow<Mapping['model']>>,
  options: WriteOptions = {},
): Promise<RowOf<Mapping>> {
  const [row] = await runWrite(scope, mapping, insertStatement(scope, mapping, [fields]), options);
  if (!row) throw new Error(`A row of ${mapping.table} refers to what is not there`);
  return row;
}

/** The same; null, and nothing inserted, where a unique constraint is violated. */
export async function insertIfAbsent<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  fields: Fields<ModelRow<Mapping['model']>>,
  options: WriteOptions = {},
): Promise<RowOf<Mapping> | null> {
  const statement = sql`${insertStatement(scope, mapping, [fields])} ON CONFLICT DO NOTHING`;
  const [row] = await runWrite(scope, mapping, statement, options);
  return row ?? null;
}

/** Changes a row and returns it with its relations. Throws 404 where the scope has none. */
export async function updateRow<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  id: string,
  changes: Fields<ModelRow<Mapping['model']>>,
  options: WriteOptions = {},
): Promise<RowOf<Mapping>> {
  if ('organizationId' in changes) assertOrganization(scope.organizationIds, changes);
  const given = assignments(mapping, changes).map(([column, value]) => sql`${column} = ${value}`);
  const [row] = await runWrite(
    scope,
    mapping,
    sql`UPDATE ${raw(mapping.table)} t SET ${join(given)}
        WHERE t.id = ${id}::uuid AND ${tenantPredicate(scope, mapping)}`,
    options,
  );
  if (!row) throw notFound();
  return row;
}

async function runWrite<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  statement: Sql,
  options: WriteOptions,
): Promise<RowOf<Mapping>[]> {
  const { columns, joins } = compile(mapping);
  const found = await selectCells(
    scope,
    sql`WITH t AS (${statement} RETURNING *) SELECT ${columns} FROM t ${joins}`,
    options,
  );
  return hydrate(scope, mapping, found);
}

/**
 * Inserts rows that all give the same fields, and returns the ids of the inserted ones. With `skipConflicts`
 * rows that violate a unique constraint are left out; without it they throw. The fields are fixed by the code,
 * so that a few rows make a prepared statement; many are inserted by several, which the caller's transaction holds together.
 */
export async function insertRows<Source extends Table>(
  scope: Scope,
  table: Source,
  rows: readonly Fields<ModelRow<Source['model']>>[],
  { skipConflicts = false } = {},
): Promise<Set<string>> {
  const inserted = new Set<string>();
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    const part = rows.slice(start, start + MAX_ROWS);
    const found = await selectCells(
      scope,
      sql`${insertStatement(scope, table, part)} ${raw(skipConflicts ? 'ON CONFLICT DO NOTHING' : '')} RETURNING id`,
      { prepared: part.length <= MAX_PREPARED_ROWS },
    );
    for (const [id] of found) inserted.add(String(id));
  }
  return inserted;
}
