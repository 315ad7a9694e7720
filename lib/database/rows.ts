import { tenant } from '@/lib/database/client';
import { type Document, type DocumentKey, documentsOf } from '@/lib/database/documents';
import { Prisma } from '@/lib/database/generated/client';
import { join, raw, type Sql, sql } from '@/lib/database/list';
import { read } from '@/lib/database/read';
import type { Scope } from '@/lib/database/scope';

// Rows as Prisma gives them with an `include`, by one statement: the columns of the table and of the
// single rows that it refers to, side by side.

/** What a row carries under a name of its own. */
export type Part =
  /** The row that a column refers to; null where the column is. */
  | { model: Prisma.ModelName; table: string; column: string; optional?: boolean }
  /** Values that the database works out. */
  | { values: Record<string, Sql> }
  /** The ready document that a column refers to. */
  | { document: Document; column: string };

/** How the rows of a table are loaded, by declaration. The type says what `parts` make of them. */
export interface Shape<Row> {
  model: Prisma.ModelName;
  table: string;
  parts: { [Name in keyof Row]?: Part };
}

/** What sales refer to. */
export const CUSTOMER: Part = { model: 'Customer', table: 'customers', column: 'customer_id' };
export const PRICE: Part = { model: 'Price', table: 'prices', column: 'price_id' };
export const DISCOUNT: Part = {
  model: 'Discount',
  table: 'discounts',
  column: 'discount_id',
  optional: true,
};

type Cells = readonly unknown[];

/** Reads one part out of a row's cells. */
interface Reader {
  columns: Sql[];
  join?: Sql;
  take(cells: Cells, start: number): unknown;
  document?: Document;
}

interface Compiled {
  own: string[];
  parts: { name: string; start: number; reader: Reader }[];
  columns: Sql;
  joins: Sql;
}

const compiled = new WeakMap<Shape<unknown>, Compiled>();

/** The names of a model's fields, in the order of the model. */
function fieldsOf(model: Prisma.ModelName): string[] {
  const enumerations = Prisma as unknown as Record<string, Record<string, string>>;
  return Object.keys(enumerations[`${model}ScalarFieldEnum`] ?? {});
}

/** `createdAt` is the column `created_at`; a test holds this for every model. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function columnsOf(alias: string, fields: readonly string[]): Sql[] {
  return fields.map((field) => raw(`${alias}."${columnName(field)}"`));
}

function objectOf(fields: readonly string[], cells: Cells, start: number) {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index += 1) {
    row[fields[index] as string] = cells[start + index];
  }
  return row;
}

function readerOf(part: Part, alias: string): Reader {
  if ('values' in part) {
    const fields = Object.keys(part.values);
    return {
      columns: Object.values(part.values),
      take: (cells, start) => objectOf(fields, cells, start),
    };
  }
  const { column } = part;
  if ('document' in part) {
    const { table } = part.document;
    return {
      columns: [raw(`${alias}.id`), raw(`${alias}.document_version::text`)],
      join: raw(`JOIN ${table} ${alias} ON ${alias}.id = t.${column}`),
      take: (cells, start) => ({ id: cells[start], version: cells[start + 1] }),
      document: part.document,
    };
  }
  const { model, table, optional } = part;
  const fields = fieldsOf(model);
  const id = fields.indexOf('id');
  return {
    columns: columnsOf(alias, fields),
    join: raw(`${optional ? 'LEFT JOIN' : 'JOIN'} ${table} ${alias} ON ${alias}.id = t.${column}`),
    take: (cells, start) => (cells[start + id] === null ? null : objectOf(fields, cells, start)),
  };
}

function compile(shape: Shape<unknown>): Compiled {
  const known = compiled.get(shape);
  if (known) return known;
  const own = fieldsOf(shape.model);
  const columns = columnsOf('t', own);
  const joins: Sql[] = [];
  const parts = Object.entries<Part | undefined>(shape.parts).flatMap(([name, part], index) => {
    if (!part) return [];
    const reader = readerOf(part, `x${index}`);
    const start = columns.length;
    columns.push(...reader.columns);
    if (reader.join) joins.push(reader.join);
    return [{ name, start, reader }];
  });
  // Each under a name of its own: Prisma gives a row as an object.
  const named = columns.map((column, index) => sql`${column} AS ${raw(`c${index}`)}`);
  const made = { own, parts, columns: join(named), joins: join([raw(''), ...joins], ' ') };
  compiled.set(shape, made);
  return made;
}

/**
 * The scope's rows that a statement gives as `id` and `place`, in that order; with `total`, the value of
 * that expression (0 where there is no row).
 */
export async function selectRows<Row>(
  scope: Scope,
  shape: Shape<Row>,
  ids: Sql,
  { total, isOneOfFew = false }: { total?: Sql; isOneOfFew?: boolean } = {},
): Promise<{ rows: Row[]; total: number }> {
  const { own, parts, columns, joins } = compile(shape as Shape<unknown>);
  const found = await read(
    scope,
    sql`SELECT ${columns}, ${total ?? raw('NULL')} AS total
        FROM (${ids}) page JOIN ${raw(shape.table)} t ON t.id = page.id ${joins}
        WHERE ${tenant(scope, 't')} ORDER BY page.place`,
    { isOneOfFew },
  );
  const rows = found.map((cells) => {
    const row = objectOf(own, cells, 0);
    for (const { name, start, reader } of parts) row[name] = reader.take(cells, start);
    return row;
  });
  for (const { name, reader } of parts) {
    if (!reader.document) continue;
    const documents = await documentsOf(
      scope,
      reader.document,
      rows.map((row) => row[name] as DocumentKey),
    );
    for (const [index, row] of rows.entries()) row[name] = documents[index];
  }
  return { rows: rows as Row[], total: Number(found[0]?.at(-1) ?? 0) };
}

/** The scope's rows with these ids, in their order. */
export async function selectMany<Row>(
  scope: Scope,
  shape: Shape<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const given = sql`SELECT g.id, g.place FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY g (id, place)`;
  return (await selectRows(scope, shape, given)).rows;
}

/** The row with this id; null when there is none in the scope. */
export async function selectRow<Row>(
  scope: Scope,
  shape: Shape<Row>,
  id: string,
): Promise<Row | null> {
  const ids = sql`SELECT ${id}::uuid AS id, 1 AS place`;
  const { rows } = await selectRows(scope, shape, ids, { isOneOfFew: true });
  return rows[0] ?? null;
}
