import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql } from '@/lib/database/connection/sql';
import { Prisma } from '@/lib/database/generated/client';
import type { Document } from '@/lib/database/rows/documents';
import { SERVER_START, snapshotVersion } from '@/lib/database/rows/version';

// What a row and the single rows that it refers to are made of, by declaration, as Prisma gives them with
// an `include`: the columns of all of them, side by side in one statement.

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

export type Cells = readonly unknown[];

/** Reads one part out of a row's cells. */
interface Reader {
  columns: Sql[];
  /** What is another one whenever the part is. */
  versions: Sql[];
  join?: Sql;
  take(cells: Cells, start: number): unknown;
  document?: Document;
}

export interface Compiled {
  /** Tells the mapping from every other one, in the keys of the cache. */
  id: number;
  make: ReturnType<typeof maker>;
  parts: { name: string; start: number; reader: Reader }[];
  /** How many versions there are; they stand before the columns. */
  versions: number;
  selected: { versions: Sql; all: Sql };
  joins: Sql;
}

const compiled = new WeakMap<Shape<unknown>, Compiled>();
let mappings = 0;

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
    const version = snapshotVersion(alias);
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

/** A shape as SQL, and how its rows are made of cells. */
export function compile(shape: Shape<unknown>): Compiled {
  const known = compiled.get(shape);
  if (known) return known;
  const own = fieldsOf(shape.model);
  const columns = columnsOf('t', own);
  const versions = [raw('t.id'), SERVER_START, raw('t.xmin::text')];
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
  mappings += 1;
  const made = {
    id: mappings,
    make: maker(own, Object.keys(shape.parts)),
    parts,
    versions: versions.length,
    selected: { versions: join(versions), all: join([...versions, ...columns]) },
    joins: join([raw(''), ...joins], ' '),
  };
  compiled.set(shape, made);
  return made;
}

/** What has to be selected of rows `t`, and joined to them, for `assemble`. */
export function wholeRows(shape: Shape<unknown>): { columns: Sql; joins: Sql } {
  const { selected, joins } = compile(shape);
  return { columns: selected.all, joins };
}
