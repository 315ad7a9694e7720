import { tenant } from '@/lib/database/client';
import { type Document, type DocumentKey, documentsOf } from '@/lib/database/documents';
import { Prisma } from '@/lib/database/generated/client';
import { Kept } from '@/lib/database/kept';
import { join, raw, type Sql, sql } from '@/lib/database/list';
import { read } from '@/lib/database/read';
import type { Scope } from '@/lib/database/scope';

// Rows as Prisma gives them with an `include`, by one statement: the columns of the table and of the
// single rows that it refers to, side by side. PostgreSQL knows each version of a row by the transaction
// that wrote it (xmin); what was read is kept under the versions of all that it is made of, so that a page
// which is asked for again costs its versions alone, and nothing stale can be found.

/** What a row carries under a name of its own. */
export type Part =
  /** The row that a column refers to; null where the column is. */
  | { model: Prisma.ModelName; table: string; column: string; optional?: boolean }
  /** The one row whose column refers to it, or null. */
  | { model: Prisma.ModelName; table: string; referrer: string }
  /** Values that the database works out. */
  | { values: Record<string, Sql> }
  /** The ready document that a column refers to. */
  | { document: Document; column: string };

/** How the rows of a table are loaded, by declaration. The type says what `parts` make of them. */
export interface Shape<Row> {
  model: Prisma.ModelName;
  table: string;
  parts: { [Name in keyof Row]?: Part };
  /** Which rows are the scope's, where the table's organization_id does not say it. */
  tenant?: (scope: Scope) => Sql;
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
  /** What is another one whenever the part is. */
  versions: Sql[];
  join?: Sql;
  take(cells: Cells, start: number): unknown;
  document?: Document;
}

interface Compiled {
  make: ReturnType<typeof maker>;
  parts: { name: string; start: number; reader: Reader }[];
  /** How many versions there are; they stand before the columns. */
  versions: number;
  selected: { versions: Sql; all: Sql };
  joins: Sql;
}

/** The rows that were read last. They are shared: read only. */
const MOST_KEPT = 2000;
const kept = new Kept<object>(MOST_KEPT);

const compiled = new WeakMap<Shape<unknown>, Compiled>();

/** The names of a model's fields, in the order of the model. */
export function fieldsOf(model: Prisma.ModelName): string[] {
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

/** Makes objects out of cells. They begin as a copy of one that has all fields: V8 keeps those fast. */
function maker(fields: readonly string[], more: readonly string[] = []) {
  const blank = Object.fromEntries([...fields, ...more].map((field) => [field, null as unknown]));
  return (cells: Cells, start: number) => {
    const row = { ...blank };
    for (let index = 0; index < fields.length; index += 1) {
      row[fields[index] as string] = cells[start + index];
    }
    return row;
  };
}

function readerOf(part: Part, alias: string): Reader {
  if ('values' in part) {
    const fields = Object.keys(part.values);
    return {
      columns: Object.values(part.values),
      versions: Object.values(part.values),
      take: maker(fields),
    };
  }
  if ('document' in part) {
    const { column } = part;
    const { table } = part.document;
    const version = raw(`${alias}.document_version::text`);
    return {
      columns: [raw(`${alias}.id`), version],
      versions: [version],
      join: raw(`JOIN ${table} ${alias} ON ${alias}.id = t.${column}`),
      take: (cells, start) => ({ id: cells[start], version: cells[start + 1] }),
      document: part.document,
    };
  }
  const { model, table } = part;
  const isOptional = 'referrer' in part || part.optional;
  const on =
    'referrer' in part ? `${alias}.${part.referrer} = t.id` : `${alias}.id = t.${part.column}`;
  const fields = fieldsOf(model);
  const id = fields.indexOf('id');
  const make = maker(fields);
  return {
    columns: columnsOf(alias, fields),
    versions: [raw(`${alias}.xmin::text`)],
    join: raw(`${isOptional ? 'LEFT JOIN' : 'JOIN'} ${table} ${alias} ON ${on}`),
    take: (cells, start) => (cells[start + id] === null ? null : make(cells, start)),
  };
}

function compile(shape: Shape<unknown>): Compiled {
  const known = compiled.get(shape);
  if (known) return known;
  const own = fieldsOf(shape.model);
  const columns = columnsOf('t', own);
  const versions = [raw('t.id'), raw('t.xmin::text')];
  const joins: Sql[] = [];
  const parts = Object.entries<Part | undefined>(shape.parts).flatMap(([name, part], index) => {
    if (!part) return [];
    const reader = readerOf(part, `x${index}`);
    const start = columns.length;
    columns.push(...reader.columns);
    versions.push(...reader.versions);
    if (reader.join) joins.push(reader.join);
    return [{ name, start, reader }];
  });
  const made = {
    make: maker(own, Object.keys(shape.parts)),
    parts,
    versions: versions.length,
    selected: { versions: named(versions), all: named([...versions, ...columns]) },
    joins: join([raw(''), ...joins], ' '),
  };
  compiled.set(shape, made);
  return made;
}

/** Columns under names of their own: Prisma gives a row as an object. */
function named(columns: Sql[]): Sql {
  return join(columns.map((column, index) => sql`${column} AS ${raw(`c${index}`)}`));
}

/**
 * The scope's rows that a statement gives as `id` and `place`, in that order; with `total`, the value of
 * that expression (0 where there is no row).
 */
export async function selectRows<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  ids: Sql,
  { total, isOneOfFew = false }: { total?: Sql; isOneOfFew?: boolean } = {},
): Promise<{ rows: Row[]; total: number }> {
  const { selected, versions } = compile(shape);
  const found = await read(
    scope,
    sql`SELECT ${selected.versions}, ${total ?? raw('NULL')} AS total ${those(scope, shape, ids)}`,
    { isOneOfFew },
  );
  const names = found.map((cells) => nameOf(shape, cells, versions));
  const rows = names.map((name) => kept.get(name) as Row | undefined);
  const missing = found.flatMap(([id], index) => (rows[index] ? [] : [String(id)]));
  const loaded = new Map<unknown, Row>();
  if (missing.length > 0) {
    for (const { name, row } of await load(scope, shape, inTurn(missing), { isOneOfFew })) {
      // What a transaction has written may still be taken back.
      if (!scope.transaction) kept.set(name, Object.freeze(row));
      loaded.set(row.id, row);
    }
  }
  return {
    rows: rows.flatMap((row, index) => row ?? loaded.get(found[index]?.[0]) ?? []),
    total: Number(found[0]?.at(-1) ?? 0),
  };
}

/** The predicate that a row `t` is one of the scope's. */
export function own(scope: Scope, shape: Pick<Shape<unknown>, 'tenant'>): Sql {
  return shape.tenant?.(scope) ?? tenant(scope, 't');
}

/** The rows of a shape that a statement gives as `id` and `place`. */
function those(scope: Scope, shape: Shape<unknown>, ids: Sql): Sql {
  const { joins } = compile(shape);
  return sql`FROM (${ids}) page JOIN ${raw(shape.table)} t ON t.id = page.id ${joins}
    WHERE ${own(scope, shape)} ORDER BY page.place`;
}

function nameOf({ table }: Shape<unknown>, cells: Cells, versions: number): string {
  return `${table} ${cells.slice(0, versions).join(' ')}`;
}

/** What has to be selected of rows `t`, and joined to them, for {@link assemble}. */
export function wholeRows(shape: Shape<unknown>): { columns: Sql; joins: Sql } {
  const { selected, joins } = compile(shape);
  return { columns: selected.all, joins };
}

/** Rows from the cells that {@link wholeRows} selects. */
export async function assemble<Row>(
  scope: Scope,
  shape: Shape<Row>,
  found: readonly Cells[],
): Promise<Row[]> {
  const { make, parts, versions } = compile(shape);
  const rows = found.map((cells) => {
    const row = make(cells, versions);
    for (const { name, start, reader } of parts) row[name] = reader.take(cells, versions + start);
    return row;
  });
  for (const { name, reader } of parts) {
    if (!reader.document) continue;
    const keys = rows.map((row) => row[name] as DocumentKey);
    const documents = await documentsOf(scope, reader.document, keys);
    for (const [index, row] of rows.entries()) row[name] = documents[index];
  }
  return rows as Row[];
}

/** Ids that are known, as `id` and `place`. */
function inTurn(ids: readonly string[]): Sql {
  const [only, ...others] = ids;
  // PostgreSQL guesses how long an array is, and would plan anew each time for what it takes as many.
  if (only !== undefined && others.length === 0) return sql`SELECT ${only}::uuid AS id, 1 AS place`;
  return sql`SELECT g.id, g.place FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY g (id, place)`;
}

/** Reads rows whole, each with its name. */
async function load<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  ids: Sql,
  { isOneOfFew = false } = {},
): Promise<{ name: string; row: Row }[]> {
  const { selected, versions } = compile(shape);
  const statement = sql`SELECT ${selected.all} ${those(scope, shape, ids)}`;
  const found = await read(scope, statement, { isOneOfFew });
  const rows = await assemble(scope, shape, found);
  return rows.map((row, index) => ({ name: nameOf(shape, found[index] ?? [], versions), row }));
}

/** The scope's rows with these ids, in their order. */
export async function selectMany<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  return (await load(scope, shape, inTurn(ids), { isOneOfFew: true })).map(({ row }) => row);
}

/** The scope's row that a statement gives as `id` and `place`, for one that each use of it changes. */
export async function selectLive<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  id: Sql,
): Promise<Row | null> {
  const [found] = await load(scope, shape, id, { isOneOfFew: true });
  return found?.row ?? null;
}

/** The row with this id; null when there is none in the scope. */
export async function selectRow<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  id: string,
): Promise<Row | null> {
  // A transaction reads what it is about to change, or has just changed.
  const ids = inTurn([id]);
  if (scope.transaction) return selectLive(scope, shape, ids);
  const { rows } = await selectRows(scope, shape, ids, { isOneOfFew: true });
  return rows[0] ?? null;
}
