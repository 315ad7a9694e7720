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
  /** The bytes of a row `t` with what its loader loads for it, where those may be many. */
  bytes?: Sql;
  /** The columns by whose values triggers maintain its total; without it every total is counted. */
  totals?: Record<string, Dimension>;
}

/** A sort that is more than one expression over the list's own table. */
export interface SortBy {
  by: Sql | readonly Sql[];
  /** The values are never null, so that one index serves both directions. */
  required?: boolean;
  /** Joins the table that `by` refers to; only for this sort. */
  join?: Sql;
  /** The table that `by` refers to, where its index is to give the order (see page-query.ts). */
  relation?: SortRelation;
}

/** A table whose rows the list's rows refer to. */
export interface SortRelation {
  table: string;
  alias: string;
  /** The column of `t` that holds its id. */
  column: string;
  /** The column may be null; rows without a reference come last. */
  optional?: boolean;
}

export interface ListRequest<Sort extends string> {
  page: number;
  limit: number;
  sorting: readonly (Sort | `-${Sort}`)[];
  /** Only the rows with these ids. */
  id?: readonly string[] | undefined;
  /** Only these organizations, if the caller may see them. */
  organization_id?: readonly string[] | undefined;
}

/** Conditions of a list: what is undefined is left out, the rest is joined by AND. */
export type Conditions = (Sql | undefined)[];

/** A sort by a column that is never null. */
export function required(by: Sql): SortBy {
  return { by, required: true };
}

/** `column = ANY(values)`, which a page query may split into one index scan for each value. */
export class InFilter extends Prisma.Sql {
  readonly column: string;
  readonly type: string;
  readonly inValues: readonly string[];

  constructor(
    column: string,
    type: string,
    given: readonly string[],
    extend = (condition: Sql): Sql => condition,
  ) {
    const values = [...new Set(type === 'uuid' ? given.map((id) => id.toLowerCase()) : given)];
    const { strings, values: parameters } = extend(inCondition(column, type, values));
    super(strings, parameters);
    this.column = column;
    this.type = type;
    this.inValues = values;
  }

  /** One condition for each value. */
  get each(): Sql[] {
    return this.inValues.map((value) => inCondition(this.column, this.type, [value]));
  }
}

function inCondition(column: string, type: string, values: readonly string[]): Sql {
  const [only, ...others] = values;
  // The parameter is cast from text to the enum: so its index is used.
  const cast = raw(type === 'uuid' ? 'uuid' : `text::${type}`);
  if (only !== undefined && others.length === 0) return sql`${raw(column)} = ${only}::${cast}`;
  const list = raw(type === 'uuid' ? 'uuid[]' : `text[]::${type}[]`);
  return sql`${raw(column)} = ANY(${[...values]}::${list})`;
}

/** Text as it is sorted on every PostgreSQL (docs/contract/lists.md#text-order). */
export function textOrder(column: string): Sql {
  return sql`lower(${raw(column)}) COLLATE "C"`;
}

/** `column is one of values`, for uuid columns; undefined when there is no filter. */
export function idFilter(
  column: string,
  values: readonly string[] | undefined,
): InFilter | undefined {
  return values?.length ? new InFilter(column, 'uuid', values) : undefined;
}

/** `column is one of values`, for a column of a database enum. */
export function enumFilter(
  column: string,
  type: string,
  values: readonly string[] | undefined,
): InFilter | undefined {
  return values?.length ? new InFilter(column, type, values) : undefined;
}

/** `column is one of values`, for text columns; undefined when there is no filter. */
export function textFilter(column: string, values: readonly string[] | undefined): Sql | undefined {
  return values?.length ? sql`${raw(column)} = ANY(${[...values]}::text[])` : undefined;
}

/** `column = value`, for booleans; undefined when there is no filter. */
export function booleanFilter(column: string, value: boolean | undefined): Sql | undefined {
  return value === undefined ? undefined : sql`${raw(column)} = ${value}`;
}

/**
 * The window `created_after <= created_at < created_before`
 * (docs/contract/lists.md#search-and-dates).
 */
export function createdFilter(window: {
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}): Conditions {
  const { created_after, created_before } = window;
  return [
    created_after && sql`t.created_at >= ${created_after.toISOString()}::timestamptz`,
    created_before && sql`t.created_at < ${created_before.toISOString()}::timestamptz`,
  ];
}

/** `column < time`: what ends before a time; undefined when there is no filter. Null never does. */
export function beforeFilter(column: string, time: Date | undefined): Sql | undefined {
  return time && sql`${raw(column)} < ${time.toISOString()}::timestamptz`;
}

/** `column >= time`: what ends at a time or later; undefined when there is no filter. Null never does. */
export function afterFilter(column: string, time: Date | undefined): Sql | undefined {
  return time && sql`${raw(column)} >= ${time.toISOString()}::timestamptz`;
}

/** A pattern that finds `text` anywhere in a LIKE, its wildcards taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Another table that a search looks into; `column` of the list refers to its rows. */
export interface SearchReference {
  column: string;
  table: string;
  columns: readonly string[];
}

/** Shorter texts are not looked for in ids: `ada` and `25` are hex digits, too. */
const MIN_ID_PART = 8;

/** A whole id, which is looked up by its index. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Free text search: one of the columns contains the text in any case, or a row that it refers to, or
 * the row's id contains it (from 8 characters on), or it is one of the rows that `exact` selects by their ids.
 * Blank text is no filter.
 */
export function searchFilter(
  columns: readonly string[],
  text: string | undefined,
  references?: {
    scope: Scope;
    table: string;
    tables: readonly SearchReference[];
    exact?: Sql | undefined;
  },
): Sql | undefined {
  const wanted = text?.trim();
  if (!wanted) return undefined;
  // The database lowers both sides: its idea of letters may differ from this language's.
  const pattern = sql`lower(${likePattern(wanted)})`;
  const anyContains = (names: readonly string[]) => names.map((name) => contains(name, pattern));
  const hits = anyContains(columns);
  if (ID.test(wanted)) hits.push(sql`t.id = ${wanted}::uuid`);
  else if (wanted.length >= MIN_ID_PART && /^[0-9a-f-]+$/i.test(wanted)) {
    hits.push(sql`t.id::text LIKE ${pattern}`);
  }
  const ofRow = hits.length > 0 ? sql`(${join(hits, ' OR ')})` : undefined;
  if (!references) return ofRow ?? sql`false`;
  const { scope, table, tables, exact } = references;
  const rows = raw(`${table} t`);
  // Each table has a subquery of its own, so that each can use its index.
  const subqueries = ofRow
    ? [sql`SELECT t.id FROM ${rows} WHERE ${tenant(scope, 't')} AND ${ofRow}`]
    : [];
  const predicates = ofRow ? [ofRow] : [];
  if (exact) {
    subqueries.push(exact);
    predicates.push(sql`t.id IN (${exact})`);
  }
  for (const reference of tables) {
    const [others, column] = [raw(`${reference.table} r`), raw(reference.column)];
    const matches = sql`${tenant(scope, 'r')}
      AND (${join(anyContains(reference.columns.map((name) => `r.${name}`)), ' OR ')})`;
    subqueries.push(sql`SELECT t.id FROM ${others} JOIN ${rows} ON ${column} = r.id
      WHERE ${tenant(scope, 't')} AND ${matches}`);
    predicates.push(sql`${column} IN (SELECT r.id FROM ${others} WHERE ${matches})`);
  }
  return new Search(join(subqueries, ' UNION ALL '), sql`(${join(predicates, ' OR ')})`);
}

/**
 * A search through other tables: `subquery` finds the ids of the rows where they are few, `predicate` tests
 * each row where they are many.
 */
export class Search extends Prisma.Sql {
  constructor(
    readonly subquery: Sql,
    readonly predicate: Sql,
  ) {
    const { strings, values } = sql`t.id IN (${subquery})`;
    super(strings, values);
  }
}

function contains(column: string, pattern: Sql): Sql {
  return sql`lower(${raw(column)}) LIKE ${pattern}`;
}
