import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import { callerPredicate } from '@/lib/database/query/customer';
import {
  type Conditions,
  InFilter,
  type ListDefinition,
  type ListRequest,
  Search,
  type SortBy,
  type SortRelation,
} from '@/lib/database/query/list';

// The SQL of a page. Each branch of it scans one index in the wanted order and stops at its LIMIT; the branches
// of several organizations, filter values or key ranges are merged by an outer ORDER BY.

interface Criterion {
  by: Sql;
  descending: boolean;
  required: boolean;
}

export interface ListPlan {
  table: string;
  /** Which rows are the scope's. */
  tenantPredicate: Sql;
  /** The scope's organizations, or those of them that the request names. */
  organizations: readonly string[];
  /** The condition of every row of the list. */
  where: Sql;
  /** The conditions of this request. */
  conditions: Sql[];
  criteria: Criterion[];
  joins: Sql[];
  /** The table whose index gives the order; the list's rows are read below each of its rows. */
  sortRelation: SortRelation | undefined;
}

/** The position of a row in the order: its id and, as text, the values that it is sorted by. */
export interface Cursor {
  id: string;
  keys: (string | null)[];
}

/** Which rows of a list. */
export interface PageSpec {
  limit: number;
  offset?: number;
  /** Makes the offset, which is at most this, a parameter: all such pages are one statement. */
  maxOffset?: number;
  /** Reads from the end of the list, in the opposite order. */
  reversed?: boolean;
  after?: Cursor;
  /** Only rows whose sort value lies in a range; null stands for the rows without one. */
  groups?: { first: string | null; last: string | null };
  /** So few rows match that filtering first and sorting then is cheaper than an index in sort order. */
  isSmall?: boolean;
}

/** Filters whose combinations make more branches than this stay one condition. */
const MAX_BRANCHES = 24;

/** The plan of a list: the rows of the scope that meet all conditions, in the requested order. */
export function planList<Sort extends string>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Pick<ListRequest<Sort>, 'sorting' | 'organization_id' | 'id'>,
  conditions: Conditions,
): ListPlan {
  const { table } = definition;
  const wanted = request.organization_id;
  const ids = scope.organizationIds.filter((id) => wanted?.includes(id) ?? true);
  const named = request.id?.length ? sql`t.id = ANY(${[...request.id]}::uuid[])` : undefined;
  const given = [callerPredicate(scope, definition), named, ...conditions];
  const sorts = request.sorting.map((criterion) => {
    const sort = definition.sorts[criterion.replace(/^-/, '') as Sort];
    return { ...sortBy(sort), descending: criterion.startsWith('-') };
  });
  // The related table gives the order only where it is the single sort and both tables name organizations.
  const sortRelation = sorts.length === 1 && !definition.tenant ? sorts[0]?.relation : undefined;
  const joins = sorts.map((sort) => sort.join ?? (sort.relation && joinClause(sort.relation)));
  return {
    table,
    tenantPredicate: definition.tenant?.(scope) ?? new InFilter('t.organization_id', 'uuid', ids),
    organizations: ids,
    where: definition.where ?? sql`true`,
    conditions: given.filter((one) => one !== undefined),
    criteria: sorts.flatMap(({ by, descending, required = false }) =>
      ('sql' in by ? [by] : by).map((key) => ({ by: key, descending, required })),
    ),
    joins: [...new Map(joins.flatMap((one) => (one ? [[one.sql, one] as const] : []))).values()],
    sortRelation,
  };
}

function sortBy(sort: Sql | SortBy): SortBy {
  return 'by' in sort ? sort : { by: sort };
}

function joinClause({ table, alias, column, optional }: SortRelation): Sql {
  return raw(`${optional ? 'LEFT JOIN' : 'JOIN'} ${table} ${alias} ON ${alias}.id = ${column}`);
}

/** `FROM … WHERE …` of the list's rows `t`; a caller may append `AND …`. */
export function fromClause(plan: ListPlan, { isMany = false } = {}): Sql {
  const conditions = isMany ? plan.conditions.map(predicateOf) : plan.conditions;
  return sql`FROM ${raw(`"${plan.table}"`)} t WHERE ${allOf([plan.tenantPredicate, plan.where, ...conditions])}`;
}

/** Selects the `id` of a page's rows in order, and the values that they are sorted by as `k0`, `k1`, … */
export function pageQuery(plan: ListPlan, page: PageSpec): Sql {
  const { limit, offset = 0, maxOffset, isSmall = false } = page;
  const paged = sql`LIMIT ${raw(String(limit))} OFFSET ${raw(String(offset))}`;
  if (isSmall) return sql`${filterThenSort(plan, page)} ${paged}`;
  const ranges = page.groups
    ? [groupRange(plan.criteria, page.groups)]
    : page.after
      ? afterCursor(plan.criteria, page.after)
      : [{ keys: [] }];
  const branches = ranges.flatMap((range) =>
    plan.sortRelation
      ? groupBranches(plan, plan.sortRelation, page, range)
      : rowBranches(plan, page, range),
  );
  const [only, ...others] = branches;
  if (only && others.length === 0) {
    if (maxOffset === undefined) return sql`${only} ${paged}`;
    // The inner limit tells the planner, which cannot know the offset, to use the index.
    return sql`SELECT s.* FROM (${only} LIMIT ${raw(String(limit + maxOffset))}) s
      LIMIT ${raw(String(limit))} OFFSET ${offset}::int`;
  }
  const most = raw(String(limit + offset));
  const each = branches.map((branch) => sql`(${branch} LIMIT ${most})`);
  const keys = plan.criteria.map((_, index) => raw(`u.k${index}`));
  const order = orderOf(plan, page, { keys, id: raw('u.id') });
  return sql`SELECT u.* FROM (${join(each, ' UNION ALL ')}) u ${order} ${paged}`;
}

/**
 * Criteria in their order, nulls last in both directions, ties by id; all of it reversed for
 * `reversed` (docs/contract/lists.md#sorting).
 */
function orderOf(
  { criteria }: ListPlan,
  { reversed = false }: PageSpec,
  { keys = criteria.map(({ by }) => by), id = raw('t.id') } = {},
): Sql {
  const order = criteria.map(({ descending, required }, index) => {
    const direction = descending === reversed ? 'ASC' : 'DESC';
    const nulls = required ? '' : reversed ? ' NULLS FIRST' : ' NULLS LAST';
    return sql`${keys[index]} ${raw(direction + nulls)}`;
  });
  return sql`ORDER BY ${join([...order, sql`${id} ${raw(reversed ? 'DESC' : 'ASC')}`])}`;
}

function selected({ criteria }: ListPlan, id: string): Sql {
  const keys = criteria.map(({ by }, index) => sql`${by} AS ${raw(`k${index}`)}`);
  return join([raw(`${id} AS id`), ...keys]);
}

function filterThenSort(plan: ListPlan, page: PageSpec): Sql {
  // OFFSET 0 is an optimization fence: without it the planner may scan a whole index in sort order.
  return sql`SELECT ${selected(plan, 't.id')} FROM (SELECT t.* ${fromClause(plan)} OFFSET 0) t
    ${joinClauses(plan.joins)} ${orderOf(plan, page)}`;
}

/** A contiguous range of the order: conditions on the sort keys and on the id. */
interface KeyRange {
  keys: Sql[];
  id?: Sql;
  /** Only rows that refer to no row of the sort relation, or only rows that do. */
  group?: 'none' | 'some';
}

/** The rows from one group to another, in a list that is sorted by the group alone. */
function groupRange(
  [criterion]: Criterion[],
  { first, last }: NonNullable<PageSpec['groups']>,
): KeyRange {
  if (!criterion) return { keys: [] };
  const { by, descending } = criterion;
  if (first === null) return { keys: [], group: 'none' };
  if (first === last) return { keys: [sql`${by} = ${first}`], group: 'some' };
  const from = descending ? sql`${by} <= ${first}` : sql`${by} >= ${first}`;
  if (last === null) return { keys: [sql`(${from} OR ${by} IS NULL)`] };
  return {
    keys: [from, descending ? sql`${by} >= ${last}` : sql`${by} <= ${last}`],
    group: 'some',
  };
}

/** The rows after a cursor, as ranges that do not overlap. */
function afterCursor(criteria: Criterion[], { id, keys }: Cursor): KeyRange[] {
  const ranges: KeyRange[] = [];
  const equal: Sql[] = [];
  for (const [index, { by, descending, required }] of criteria.entries()) {
    const key = keys[index] ?? null;
    if (key === null) {
      equal.push(sql`${by} IS NULL`);
      continue;
    }
    ranges.push({ keys: [...equal, descending ? sql`${by} < ${key}` : sql`${by} > ${key}`] });
    if (!required) ranges.push({ keys: [...equal, sql`${by} IS NULL`] });
    equal.push(sql`${by} = ${key}`);
  }
  return [...ranges, { keys: equal, id: sql`t.id > ${id}::uuid` }];
}

/** Branches over the list's own table: one for each combination of filter values. */
function rowBranches(plan: ListPlan, page: PageSpec, { keys, id }: KeyRange): Sql[] {
  const further = [...keys, ...(id ? [id] : [])];
  return combinations([plan.tenantPredicate, plan.where, ...plan.conditions.map(predicateOf)]).map(
    (conditions) => sql`SELECT ${selected(plan, 't.id')} FROM ${raw(`"${plan.table}"`)} t
      ${joinClauses(plan.joins)} WHERE ${allOf([...conditions, ...further])} ${orderOf(plan, page)}`,
  );
}

/** Splits each {@link InFilter} into its values, as long as that makes at most {@link MAX_BRANCHES} branches. */
function combinations(conditions: readonly Sql[]): Sql[][] {
  let chosen: Sql[][] = [[]];
  for (const condition of conditions) {
    const values = condition instanceof InFilter ? condition.each : [];
    const isFew = values.length > 1 && values.length * chosen.length <= MAX_BRANCHES;
    const choices = isFew ? values : [condition];
    chosen = chosen.flatMap((made) => choices.map((choice) => [...made, choice]));
  }
  return chosen;
}

/** Branches that scan the sort relation in order and join the list's rows to each of its rows (LATERAL). */
function groupBranches(
  plan: ListPlan,
  relation: SortRelation,
  page: PageSpec,
  range: KeyRange,
): Sql[] {
  const { keys, id, group: only } = range;
  const { table, alias, column, optional } = relation;
  const group = raw(`${table} ${alias}`);
  const tenant = new InFilter(`${alias}.organization_id`, 'uuid', plan.organizations);
  const further = id ? [id] : [];
  // The column is constant here; in the ORDER BY it makes PostgreSQL use the index for null as well.
  const rows = (...conditions: Sql[]) => sql`SELECT t.id FROM ${raw(`"${plan.table}"`)} t
      WHERE ${allOf([...conditions, plan.where, ...plan.conditions.map(predicateOf), ...further])}
      ORDER BY ${raw(page.reversed ? `${column} DESC, t.id DESC` : `${column}, t.id`)}
      LIMIT ${raw(String(page.limit + (page.offset ?? 0)))}`;
  const below = raw(`t.organization_id = ${alias}.organization_id AND ${column} = ${alias}.id`);
  const branches = (only === 'none' ? [] : combinations([tenant])).map(
    (organization) => sql`SELECT ${selected(plan, 'v.id')} FROM ${group}
      CROSS JOIN LATERAL (${rows(below)}) v WHERE ${allOf([...organization, ...keys])}
      ${orderOf(plan, page, { id: raw('v.id') })}`,
  );
  if (!optional || only === 'some') return branches;
  // Rows that refer to none of them form one more group.
  const none = sql`LEFT JOIN ${group} ON false WHERE ${allOf(keys)}`;
  return [
    ...branches,
    ...combinations([plan.tenantPredicate]).map(
      (organization) => sql`SELECT ${selected(plan, 'v.id')}
        FROM (${rows(...organization, raw(`${column} IS NULL`))}) v ${none}
        ORDER BY v.id ${raw(page.reversed ? 'DESC' : 'ASC')}`,
    ),
  ];
}

/** The form of a condition that is tested row by row. */
function predicateOf(condition: Sql): Sql {
  return condition instanceof Search ? condition.predicate : condition;
}

/** Selects at most `limit` ids that a search through other tables finds; undefined without such a search. */
export function limitedSearch({ conditions }: ListPlan, limit: number): Sql | undefined {
  const search = conditions.find((condition) => condition instanceof Search);
  return search && sql`SELECT f.id FROM (${search.subquery}) f LIMIT ${raw(String(limit))}`;
}

function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length > 0 ? join([...conditions], ' AND ') : sql`true`;
}

function joinClauses(joins: readonly Sql[]): Sql {
  return join([raw(''), ...joins], ' ');
}
