import { notFound } from '@/lib/contract/errors';
import { assertOwn } from '@/lib/database/connection/client';
import { read } from '@/lib/database/connection/read';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import { assemble, own } from '@/lib/database/rows/rows';
import { columnName, fieldsOf, type Shape, wholeRows } from '@/lib/database/rows/shape';

// What is written all the time, by one prepared statement, as Prisma would write it.

/** Fields of a row: what is left out or undefined is left to the database, or as it is. */
export type Fields<Row> = {
  // A column of JSON takes what can be printed as such; null is the database's own.
  [Name in keyof Row]?: (Prisma.JsonValue extends Row[Name] ? unknown : Row[Name]) | undefined;
};

/** Where rows are written. */
type Table = Pick<Shape<unknown>, 'model' | 'table'>;

/** So many rows at once make one of few statements. */
const FEW_ROWS = 8;

/** The fields that are given, in the order of the model. */
function givenOf({ model }: Table, fields: object): [column: Sql, value: unknown][] {
  const values = fields as Record<string, unknown>;
  return fieldsOf(model)
    .filter((field) => values[field] !== undefined)
    .map((field) => [raw(`"${columnName(field)}"`), values[field]]);
}

function insertion(scope: Scope, table: Table, rows: readonly object[]): Sql {
  const given = rows.map((row) => {
    assertOwn(scope.organizationIds, row);
    return givenOf(table, row);
  });
  const named = new Set(given.map((row) => row.map(([column]) => column.sql).join()));
  if (named.size > 1) throw new Error(`Rows of ${table.table} give different fields`);
  const columns = join((given[0] ?? []).map(([column]) => column));
  const values = given.map((row) => sql`(${join(row.map(([, value]) => sql`${value}`))})`);
  return sql`INSERT INTO ${raw(table.table)} (${columns}) VALUES ${join(values)}`;
}

/** Writes a row and returns it with all that hangs on it. */
export async function insertRow<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  fields: Fields<Row>,
): Promise<Row> {
  const [row] = await written(scope, shape, insertion(scope, shape, [fields]));
  if (!row) throw new Error(`A row of ${shape.table} refers to what is not there`);
  return row;
}

/** The same, unless it collides with another: null. */
export async function insertUnlessTaken<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  fields: Fields<Row>,
): Promise<Row | null> {
  const statement = sql`${insertion(scope, shape, [fields])} ON CONFLICT DO NOTHING`;
  const [row] = await written(scope, shape, statement);
  return row ?? null;
}

/** Changes a row and returns it with all that hangs on it. Throws 404 where the scope has none. */
export async function updateRow<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  id: string,
  changes: Fields<Row>,
): Promise<Row> {
  if ('organizationId' in changes) assertOwn(scope.organizationIds, changes);
  const given = givenOf(shape, changes).map(([column, value]) => sql`${column} = ${value}`);
  const [row] = await written(
    scope,
    shape,
    sql`UPDATE ${raw(shape.table)} t SET ${join(given)}
        WHERE t.id = ${id}::uuid AND ${own(scope, shape)}`,
  );
  if (!row) throw notFound();
  return row;
}

async function written<Row>(scope: Scope, shape: Shape<Row>, statement: Sql): Promise<Row[]> {
  const { columns, joins } = wholeRows(shape);
  const found = await read(
    scope,
    sql`WITH t AS (${statement} RETURNING *, xmin) SELECT ${columns} FROM t ${joins}`,
    { prepared: 'write' },
  );
  return assemble(scope, shape, found);
}

/**
 * Writes rows that all give the same fields, those left out that collide with others where `skips`;
 * returns the ids of those that are written.
 */
export async function insertRows<Row>(
  scope: Scope,
  table: Pick<Shape<Row>, 'model' | 'table'>,
  rows: readonly Fields<Row>[],
  { skips = false } = {},
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const found = await read(
    scope,
    sql`${insertion(scope, table, rows)} ${raw(skips ? 'ON CONFLICT DO NOTHING' : '')} RETURNING id`,
    { prepared: rows.length <= FEW_ROWS ? 'write' : 'never' },
  );
  return new Set(found.map(([id]) => String(id)));
}
