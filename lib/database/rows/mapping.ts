import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql } from '@/lib/database/connection/sql';
import { Prisma } from '@/lib/database/generated/client';
import type { SnapshotDefinition } from '@/lib/database/rows/snapshots';
import { SERVER_START, snapshotVersion } from '@/lib/database/rows/version';

// Maps a table, and the single rows that its rows refer to, to objects as Prisma gives them with an `include`:
// one statement selects the columns of all of them side by side.

/** A property of a row that is no column of its own. */
export type Relation =
  /** The row that a column refers to; null where the column is. */
  | { model: Prisma.ModelName; table: string; column: string; optional?: boolean }
  /** The one row whose column refers to this one, or null. */
  | { model: Prisma.ModelName; table: string; referrer: string }
  /** An object of values that the database computes. */
  | { values: Record<string, Sql> }
  /** The cached snapshot of the row that a column refers to. */
  | { snapshot: SnapshotDefinition; column: string };

/** How the rows of a table are loaded and written. `t` is the alias of the table everywhere. */
export interface RowMapping<Row> {
  model: Prisma.ModelName;
  table: string;
  relations: { [Name in keyof Row]?: Relation };
  /** Which rows are the scope's, where the table's organization_id does not say it. */
  tenant?: (scope: Scope) => Sql;
}

/** The selected values of one row. */
export type Cells = readonly unknown[];

/** Reads one relation out of a row's cells. */
interface Reader {
  columns: Sql[];
  /** Expressions whose values change whenever the relation does. */
  versions: Sql[];
  join?: Sql;
  read(cells: Cells, start: number): unknown;
  snapshot?: SnapshotDefinition;
}

interface CompiledMapping {
  /** Tells the mapping from every other one, in the keys of the cache. */
  id: number;
  /** Makes the row of its own cells; the relations are null. */
  makeRow: ReturnType<typeof rowFactory>;
  relations: { name: string; start: number; reader: Reader }[];
  /** How many versions are selected; they stand before the columns. */
  versionCount: number;
  selected: { versions: Sql; all: Sql };
  joins: Sql;
}

const compiled = new WeakMap<RowMapping<unknown>, CompiledMapping>();
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

/** Makes objects of cells. Each starts as a copy of one that has all properties, so that all share a hidden class. */
function rowFactory(fields: readonly string[], more: readonly string[] = []) {
  const blank = Object.fromEntries([...fields, ...more].map((field) => [field, null as unknown]));
  return (cells: Cells, start: number) => {
    const row = { ...blank };
    for (let index = 0; index < fields.length; index += 1) {
      row[fields[index] as string] = cells[start + index];
    }
    return row;
  };
}

function readerOf(relation: Relation, alias: string): Reader {
  if ('values' in relation) {
    const expressions = Object.values(relation.values);
    return {
      columns: expressions,
      versions: expressions,
      read: rowFactory(Object.keys(relation.values)),
    };
  }
  if ('snapshot' in relation) {
    const { column, snapshot } = relation;
    const version = snapshotVersion(alias);
    return {
      columns: [raw(`${alias}.id`), version],
      versions: [version],
      join: raw(`JOIN ${snapshot.table} ${alias} ON ${alias}.id = t.${column}`),
      read: (cells, start) => ({ id: cells[start], version: cells[start + 1] }),
      snapshot,
    };
  }
  const { model, table } = relation;
  const isOptional = 'referrer' in relation || relation.optional;
  const on =
    'referrer' in relation
      ? `${alias}.${relation.referrer} = t.id`
      : `${alias}.id = t.${relation.column}`;
  const fields = fieldsOf(model);
  const id = fields.indexOf('id');
  const makeRow = rowFactory(fields);
  return {
    columns: columnsOf(alias, fields),
    versions: [raw(`${alias}.xmin::text`)],
    join: raw(`${isOptional ? 'LEFT JOIN' : 'JOIN'} ${table} ${alias} ON ${on}`),
    read: (cells, start) => (cells[start + id] === null ? null : makeRow(cells, start)),
  };
}

/** The SQL of a mapping, and how its rows are made of cells. */
export function compile(mapping: RowMapping<unknown>): CompiledMapping {
  const known = compiled.get(mapping);
  if (known) return known;
  const fields = fieldsOf(mapping.model);
  const columns = columnsOf('t', fields);
  const versions = [raw('t.id'), SERVER_START, raw('t.xmin::text')];
  const joins: Sql[] = [];
  const relations = Object.entries<Relation | undefined>(mapping.relations).flatMap(
    ([name, relation], index) => {
      if (!relation) return [];
      const reader = readerOf(relation, `x${index}`);
      const start = columns.length;
      columns.push(...reader.columns);
      versions.push(...reader.versions);
      if (reader.join) joins.push(reader.join);
      return [{ name, start, reader }];
    },
  );
  mappings += 1;
  const made = {
    id: mappings,
    makeRow: rowFactory(fields, Object.keys(mapping.relations)),
    relations,
    versionCount: versions.length,
    selected: { versions: join(versions), all: join([...versions, ...columns]) },
    joins: join([raw(''), ...joins], ' '),
  };
  compiled.set(mapping, made);
  return made;
}

/** What `hydrate` needs selected of rows `t`, and joined to them. */
export function selectedColumns(mapping: RowMapping<unknown>): { columns: Sql; joins: Sql } {
  const { selected, joins } = compile(mapping);
  return { columns: selected.all, joins };
}
