import { buyersOwn } from '@/lib/database/buyer';
import { query, tenant } from '@/lib/database/client';
import { Prisma } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';

export const { sql, empty, join, raw } = Prisma;
export type Sql = Prisma.Sql;

/**
 * A list by declaration. `t` is the alias of the resource's own table everywhere; a sort that needs
 * another table names its join, which is added to the statement only then.
 */
export interface ListDefinition<Sort extends string> {
  table: string;
  /** Which rows are the scope's, where the table's organization_id does not say it. */
  tenant?: (scope: Scope) => Sql;
  joins?: Record<string, Sql>;
  sorts: Record<Sort, { by: Sql | readonly Sql[]; join?: string } | Sql>;
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

function isSql(value: unknown): value is Sql {
  return value instanceof Prisma.Sql;
}

/** A list as SQL: its rows `t`, and what they are sorted by before their id. */
export interface ListPlan {
  /** The table with the condition that a row is in the list, after which more may be asked. */
  rows(...joins: Sql[]): Sql;
  joins: Sql[];
  criteria: { by: Sql; descending: boolean }[];
}

/** Makes the plan of a list: the scope's rows alone, by all of the conditions. */
export function planOf<Sort extends string>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Pick<ListRequest<Sort>, 'sorting' | 'organization_id'>,
  conditions: Conditions,
): ListPlan {
  const { table } = definition;
  const own = definition.tenant?.(scope) ?? tenant(scope, 't', request.organization_id);
  const all = [own, buyersOwn(scope, table), ...conditions].filter((one) => one !== undefined);
  const where = join(all, ' AND ');
  const joins = new Set<string>();
  const criteria = request.sorting.flatMap((criterion) => {
    const descending = criterion.startsWith('-');
    const sort = definition.sorts[criterion.replace(/^-/, '') as Sort];
    const { by, join: needed } = isSql(sort) ? { by: sort } : sort;
    if (needed) joins.add(needed);
    return (isSql(by) ? [by] : by).map((expression) => ({ by: expression, descending }));
  });
  return {
    criteria,
    joins: [...joins].map((name) => definition.joins?.[name] ?? empty),
    rows: (...joined) =>
      sql`FROM ${raw(`"${table}" t`)} ${joined.length > 0 ? join(joined, ' ') : empty} WHERE ${where}`,
  };
}

/** Criteria in the given order, null last both ways, ties by id (semantics §1). */
export function orderOf({ criteria }: ListPlan): Sql {
  const order = criteria.map(({ by, descending }) =>
    descending ? sql`${by} DESC NULLS LAST` : sql`${by} ASC NULLS LAST`,
  );
  return sql`ORDER BY ${join([...order, sql`t.id ASC`], ', ')}`;
}

/**
 * The ids of one page, in order, and the exact number of rows (semantics §1). The page's ids are
 * chosen before anything is joined to them, so that the cost of a page does not depend on the width
 * of its rows.
 */
export async function listIds<Sort extends string>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: ListRequest<Sort>,
  conditions: Conditions,
): Promise<{ ids: string[]; totalCount: number }> {
  const { page, limit } = request;
  const plan = planOf(scope, definition, request, conditions);
  const [counted] = await query<{ count: bigint }>(
    scope,
    sql`SELECT count(*) AS count ${plan.rows()}`,
  );
  const totalCount = Number(counted?.count ?? 0);
  if ((page - 1) * limit >= totalCount) return { ids: [], totalCount };

  const rows = await query<{ id: string }>(
    scope,
    sql`SELECT t.id ${plan.rows(...plan.joins)} ${orderOf(plan)}
        LIMIT ${raw(String(limit))} OFFSET ${(page - 1) * limit}`,
  );
  return { ids: rows.map((row) => row.id), totalCount };
}

/** Puts loaded rows into the order of their ids. */
export function inOrder<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Text as it is sorted on every PostgreSQL (semantics §1). */
export function textOrder(column: string): Sql {
  return sql`lower(${raw(column)}) COLLATE "C"`;
}

/** `column is one of values`, for uuid columns; undefined when there is no filter. */
export function idFilter(column: string, values: readonly string[] | undefined): Sql | undefined {
  if (!values?.length) return undefined;
  const [only, ...others] = values;
  if (others.length === 0) return sql`${raw(column)} = ${only}::uuid`;
  return sql`${raw(column)} = ANY(${[...values]}::uuid[])`;
}

/** `column is one of values`, for a column of a database enum. */
export function enumFilter(
  column: string,
  type: string,
  values: readonly string[] | undefined,
): Sql | undefined {
  if (!values?.length) return undefined;
  return sql`${raw(column)} = ANY(${[...values]}::text[]::${raw(type)}[])`;
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

/**
 * Free text search: one of the columns contains the text in any case, or a row that it refers to, or
 * the row's id contains it (from 8 characters on). Blank text is no filter.
 */
export function searchFilter(
  columns: readonly string[],
  text: string | undefined,
  references?: { scope: Scope; tables: readonly Reference[] },
): Sql | undefined {
  const wanted = text?.trim();
  if (!wanted) return undefined;
  // The database lowers both sides: its idea of letters may differ from this language's.
  const pattern = sql`lower(${likePattern(wanted)})`;
  const contains = (column: string) => sql`lower(${raw(column)}) LIKE ${pattern}`;
  const hits = columns.map(contains);
  if (wanted.length >= ID_PART) hits.push(sql`t.id::text LIKE ${pattern}`);
  if (references) {
    const own = tenant(references.scope, 'r');
    for (const { column, table, columns: inner } of references.tables) {
      const found = join(
        inner.map((name) => contains(`r.${name}`)),
        ' OR ',
      );
      hits.push(
        sql`${raw(column)} IN (SELECT r.id FROM ${raw(table)} r WHERE ${own} AND (${found}))`,
      );
    }
  }
  return hits.length > 0 ? sql`(${join(hits, ' OR ')})` : sql`false`;
}
