import { tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import { Prisma } from '@/lib/database/generated/client';
import type { CustomerPredicate } from '@/lib/database/query/customer';
import type { Dimension } from '@/lib/database/query/totals';

/** A list by declaration. `t` is the alias of the resource's own table everywhere. */
export interface ListDefinition<Sort extends string> {
  table: string;
  /** Which rows are the scope's, where the table's organization_id does not say it. */
  tenant?: (scope: Scope) => Sql;
  /** Which rows a calling customer may see; without it a customer is refused the list. */
  customerPredicate?: CustomerPredicate;
  /** What every row of the list fulfils. */
  where?: Sql;
  sorts: Record<Sort, Sql | SortBy>;
  /** The columns by whose values its total is kept; without it every total is counted. */
  totals?: Record<string, Dimension>;
}

/** What a list may be sorted by, if it is more than one expression over its own table. */
export interface SortBy {
  by: Sql | readonly Sql[];
  /** Never null, so that one index serves both directions. */
  required?: boolean;
  /** The table that `by` is about, joined only for this sort. */
  join?: Sql;
  /** The rows that `by` is about: the list is walked from one of them to the next. */
  through?: Through;
}

/** The row of another table that a list's row belongs to. */
export interface Through {
  table: string;
  alias: string;
  /** The column of `t` that holds its id. */
  column: string;
  /** The column may be null: these rows come last. */
  optional?: boolean;
}

export interface ListRequest<Sort extends string> {
  page: number;
  limit: number;
  sorting: readonly (Sort | `-${Sort}`)[];
  /** Only these organizations, if the caller may see them. */
  organization_id?: readonly string[] | undefined;
}

/** Conditions of a list: what is undefined is left out, the rest is joined by AND. */
export type Conditions = (Sql | undefined)[];

/** A sort by a column that is never null. */
export function required(by: Sql): SortBy {
  return { by, required: true };
}

/** `column is one of values`: a condition as it is, or a walk of an index for each value. */
export class OneOf extends Prisma.Sql {
  readonly column: string;
  readonly type: string;
  readonly among: readonly string[];

  constructor(column: string, type: string, given: readonly string[]) {
    const values = [...new Set(type === 'uuid' ? given.map((id) => id.toLowerCase()) : given)];
    const { strings, values: parameters } = conditionOf(column, type, values);
    super(strings, parameters);
    this.column = column;
    this.type = type;
    this.among = values;
  }

  /** The condition for each of the values alone. */
  get each(): Sql[] {
    return this.among.map((value) => conditionOf(this.column, this.type, [value]));
  }
}

function conditionOf(column: string, type: string, values: readonly string[]): Sql {
  const [only, ...others] = values;
  // An enum is compared by its text, so that an index on it is used with a parameter.
  const cast = raw(type === 'uuid' ? 'uuid' : `text::${type}`);
  if (only !== undefined && others.length === 0) return sql`${raw(column)} = ${only}::${cast}`;
  const list = raw(type === 'uuid' ? 'uuid[]' : `text[]::${type}[]`);
  return sql`${raw(column)} = ANY(${[...values]}::${list})`;
}

/** Text as it is sorted on every PostgreSQL (semantics §1). */
export function textOrder(column: string): Sql {
  return sql`lower(${raw(column)}) COLLATE "C"`;
}

/** `column is one of values`, for uuid columns; undefined when there is no filter. */
export function idFilter(column: string, values: readonly string[] | undefined): OneOf | undefined {
  return values?.length ? new OneOf(column, 'uuid', values) : undefined;
}

/** `column is one of values`, for a column of a database enum. */
export function enumFilter(
  column: string,
  type: string,
  values: readonly string[] | undefined,
): OneOf | undefined {
  return values?.length ? new OneOf(column, type, values) : undefined;
}

/** `column = value`, for booleans; undefined when there is no filter. */
export function booleanFilter(column: string, value: boolean | undefined): Sql | undefined {
  return value === undefined ? undefined : sql`${raw(column)} = ${value}`;
}

/** The window `created_after <= created_at < created_before` (semantics §13). */
export function createdFilter(window: {
  created_after?: string | undefined;
  created_before?: string | undefined;
}): Conditions {
  const { created_after, created_before } = window;
  return [
    created_after === undefined ? undefined : sql`t.created_at >= ${created_after}::timestamptz`,
    created_before === undefined ? undefined : sql`t.created_at < ${created_before}::timestamptz`,
  ];
}

/** A pattern that finds `text` anywhere in a LIKE, its wildcards taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Rows of another table that a search looks into: `column` of the list holds their ids. */
export interface Reference {
  column: string;
  table: string;
  columns: readonly string[];
}

/** Less than this of an id would be found in many of them: `ada` and `25` are hex digits too. */
const ID_PART = 8;

/** A whole id is found by its index. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Free text search: one of the columns contains the text in any case, or a row that it refers to, or
 * the row's id contains it (from 8 characters on). Blank text is no filter.
 */
export function searchFilter(
  columns: readonly string[],
  text: string | undefined,
  references?: { scope: Scope; table: string; tables: readonly Reference[] },
): Sql | undefined {
  const wanted = text?.trim();
  if (!wanted) return undefined;
  // The database lowers both sides: its idea of letters may differ from this language's.
  const pattern = sql`lower(${likePattern(wanted)})`;
  const anyContains = (names: readonly string[]) => names.map((name) => contains(name, pattern));
  const hits = anyContains(columns);
  if (ID.test(wanted)) hits.push(sql`t.id = ${wanted}::uuid`);
  else if (wanted.length >= ID_PART && /^[0-9a-f-]+$/i.test(wanted)) {
    hits.push(sql`t.id::text LIKE ${pattern}`);
  }
  const own = hits.length > 0 ? sql`(${join(hits, ' OR ')})` : undefined;
  if (!references) return own ?? sql`false`;
  const { scope, table, tables } = references;
  const rows = raw(`${table} t`);
  // Each way to a row is a statement of its own, so that each can take its index.
  const ways = own ? [sql`SELECT t.id FROM ${rows} WHERE ${tenant(scope, 't')} AND ${own}`] : [];
  const tests = own ? [own] : [];
  for (const reference of tables) {
    const [others, column] = [raw(`${reference.table} r`), raw(reference.column)];
    const matches = sql`${tenant(scope, 'r')}
      AND (${join(anyContains(reference.columns.map((name) => `r.${name}`)), ' OR ')})`;
    ways.push(sql`SELECT t.id FROM ${others} JOIN ${rows} ON ${column} = r.id
      WHERE ${tenant(scope, 't')} AND ${matches}`);
    tests.push(sql`${column} IN (SELECT r.id FROM ${others} WHERE ${matches})`);
  }
  return new Search(join(ways, ' UNION ALL '), sql`(${join(tests, ' OR ')})`);
}

/** A search through other tables: `way` leads to few rows, `test` is asked of each of many. */
export class Search extends Prisma.Sql {
  constructor(
    readonly way: Sql,
    readonly test: Sql,
  ) {
    const { strings, values } = sql`t.id IN (${way})`;
    super(strings, values);
  }
}

function contains(column: string, pattern: Sql): Sql {
  return sql`lower(${raw(column)}) LIKE ${pattern}`;
}
