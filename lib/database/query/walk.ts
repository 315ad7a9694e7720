import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import { callerPredicate } from '@/lib/database/query/customer';
import {
  type Conditions,
  type ListDefinition,
  type ListRequest,
  OneOf,
  Search,
  type SortBy,
  type Through,
} from '@/lib/database/query/list';

// A list as SQL. Each branch is one walk of an index, in order and no longer than the page needs; the
// branches of several organizations, filter values or places are merged as they come.

interface Criterion {
  by: Sql;
  descending: boolean;
  required: boolean;
}

export interface Plan {
  table: string;
  /** Which rows are the scope's, and in which organizations they lie where they name one. */
  own: Sql;
  organizations: readonly string[];
  /** What every row of the list fulfils, and what is asked for beyond that. */
  where: Sql;
  conditions: Sql[];
  criteria: Criterion[];
  joins: Sql[];
  through: Through | undefined;
}

/** A row's place in the order: its id and, as text, what it is sorted by. */
export interface Place {
  id: string;
  keys: (string | null)[];
}

/** Which part of a list. */
export interface Part {
  limit: number;
  offset?: number;
  /** From the end, in the opposite order. */
  reversed?: boolean;
  after?: Place;
  /** Only the groups from one to another, by what they are sorted by; null is the group of no group. */
  groups?: { first: string | null; last: string | null };
  /** So few rows match that they are gathered by their conditions and sorted. */
  isSmall?: boolean;
}

/** More branches than this are asked as one. */
const MOST_BRANCHES = 24;

/** Makes the plan of a list: the scope's rows alone, by all of the conditions. */
export function planOf<Sort extends string>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Pick<ListRequest<Sort>, 'sorting' | 'organization_id'>,
  conditions: Conditions,
): Plan {
  const { table } = definition;
  const wanted = request.organization_id;
  const ids = scope.organizationIds.filter((id) => wanted?.includes(id) ?? true);
  const asked = [callerPredicate(scope, definition), ...conditions];
  const sorts = request.sorting.map((criterion) => {
    const sort = definition.sorts[criterion.replace(/^-/, '') as Sort];
    return { ...sortBy(sort), descending: criterion.startsWith('-') };
  });
  // Only a list that is sorted by nothing else, and lies in organizations, is walked through another table.
  const through = sorts.length === 1 && !definition.tenant ? sorts[0]?.through : undefined;
  const joins = sorts.map((sort) => sort.join ?? (sort.through && joined(sort.through)));
  return {
    table,
    own: definition.tenant?.(scope) ?? new OneOf('t.organization_id', 'uuid', ids),
    organizations: ids,
    where: definition.where ?? sql`true`,
    conditions: asked.filter((one) => one !== undefined),
    criteria: sorts.flatMap(({ by, descending, required = false }) =>
      ('sql' in by ? [by] : by).map((key) => ({ by: key, descending, required })),
    ),
    joins: [...new Map(joins.flatMap((one) => (one ? [[one.sql, one] as const] : []))).values()],
    through,
  };
}

function sortBy(sort: Sql | SortBy): SortBy {
  return 'by' in sort ? sort : { by: sort };
}

function joined({ table, alias, column, optional }: Through): Sql {
  return raw(`${optional ? 'LEFT JOIN' : 'JOIN'} ${table} ${alias} ON ${alias}.id = ${column}`);
}

/** `FROM … WHERE …` of the list's rows `t`, after which more may be asked. */
export function rowsOf(plan: Plan, { isMany = false } = {}): Sql {
  const conditions = isMany ? plan.conditions.map(tested) : plan.conditions;
  return sql`FROM ${raw(`"${plan.table}"`)} t WHERE ${all([plan.own, plan.where, ...conditions])}`;
}

/** The `id` of the rows of a part, in order, beside what they are sorted by: `k0`, `k1`, … */
export function walk(plan: Plan, part: Part): Sql {
  const { limit, offset = 0, isSmall = false } = part;
  const paged = sql`LIMIT ${raw(String(limit))} OFFSET ${raw(String(offset))}`;
  if (isSmall) return sql`${gathered(plan, part)} ${paged}`;
  const found = part.groups
    ? [within(plan.criteria, part.groups)]
    : part.after
      ? beyond(plan.criteria, part.after)
      : [{ keys: [] }];
  const branches = found.flatMap((place) =>
    plan.through ? groupBranches(plan, plan.through, part, place) : rowBranches(plan, part, place),
  );
  const [only, ...others] = branches;
  if (only && others.length === 0) return sql`${only} ${paged}`;
  const most = raw(String(limit + offset));
  const each = branches.map((branch) => sql`(${branch} LIMIT ${most})`);
  const keys = plan.criteria.map((_, index) => raw(`u.k${index}`));
  const order = orderOf(plan, part, { keys, id: raw('u.id') });
  return sql`SELECT u.* FROM (${join(each, ' UNION ALL ')}) u ${order} ${paged}`;
}

/** Criteria in their order, null last both ways, ties by id (semantics §1); or all the other way. */
function orderOf(
  { criteria }: Plan,
  { reversed = false }: Part,
  { keys = criteria.map(({ by }) => by), id = raw('t.id') } = {},
): Sql {
  const order = criteria.map(({ descending, required }, index) => {
    const direction = descending === reversed ? 'ASC' : 'DESC';
    const nulls = required ? '' : reversed ? ' NULLS FIRST' : ' NULLS LAST';
    return sql`${keys[index]} ${raw(direction + nulls)}`;
  });
  return sql`ORDER BY ${join([...order, sql`${id} ${raw(reversed ? 'DESC' : 'ASC')}`])}`;
}

function selected({ criteria }: Plan, id: string): Sql {
  const keys = criteria.map(({ by }, index) => sql`${by} AS ${raw(`k${index}`)}`);
  return join([raw(`${id} AS id`), ...keys]);
}

function gathered(plan: Plan, part: Part): Sql {
  // The OFFSET keeps the planner from walking a whole index in the wanted order for few rows.
  return sql`SELECT ${selected(plan, 't.id')} FROM (SELECT t.* ${rowsOf(plan)} OFFSET 0) t
    ${tied(plan.joins)} ${orderOf(plan, part)}`;
}

/** A stretch of the order: conditions on the keys, and on the id. */
interface Range {
  keys: Sql[];
  id?: Sql;
  /** Nothing else than the rows without a group, or than rows with one. */
  group?: 'none' | 'some';
}

/** The rows of some groups of a list that is sorted by them alone. */
function within([criterion]: Criterion[], { first, last }: NonNullable<Part['groups']>): Range {
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

/** The rows after a place, as ranges that overlap nowhere. */
function beyond(criteria: Criterion[], { id, keys }: Place): Range[] {
  const ranges: Range[] = [];
  const tied: Sql[] = [];
  for (const [index, { by, descending, required }] of criteria.entries()) {
    const key = keys[index] ?? null;
    if (key === null) {
      tied.push(sql`${by} IS NULL`);
      continue;
    }
    ranges.push({ keys: [...tied, descending ? sql`${by} < ${key}` : sql`${by} > ${key}`] });
    if (!required) ranges.push({ keys: [...tied, sql`${by} IS NULL`] });
    tied.push(sql`${by} = ${key}`);
  }
  return [...ranges, { keys: tied, id: sql`t.id > ${id}::uuid` }];
}

/** Walks the list's own table: one branch for each combination of values. */
function rowBranches(plan: Plan, part: Part, { keys, id }: Range): Sql[] {
  const further = [...keys, ...(id ? [id] : [])];
  return combinations([plan.own, plan.where, ...plan.conditions.map(tested)]).map(
    (conditions) => sql`SELECT ${selected(plan, 't.id')} FROM ${raw(`"${plan.table}"`)} t
      ${tied(plan.joins)} WHERE ${all([...conditions, ...further])} ${orderOf(plan, part)}`,
  );
}

/** Every choice of one value of each {@link OneOf}, as long as there are not too many. */
function combinations(conditions: readonly Sql[]): Sql[][] {
  let chosen: Sql[][] = [[]];
  for (const condition of conditions) {
    const values = condition instanceof OneOf ? condition.each : [];
    const isFew = values.length > 1 && values.length * chosen.length <= MOST_BRANCHES;
    const choices = isFew ? values : [condition];
    chosen = chosen.flatMap((made) => choices.map((choice) => [...made, choice]));
  }
  return chosen;
}

/** Walks another table in order, and below each of its rows the list's rows that belong to it. */
function groupBranches(plan: Plan, through: Through, part: Part, range: Range): Sql[] {
  const { keys, id, group: only } = range;
  const { table, alias, column, optional } = through;
  const group = raw(`${table} ${alias}`);
  const own = new OneOf(`${alias}.organization_id`, 'uuid', plan.organizations);
  const further = id ? [id] : [];
  // The column is the same in all of them; named, it makes PostgreSQL take the index for what is null, too.
  const rows = (...conditions: Sql[]) => sql`SELECT t.id FROM ${raw(`"${plan.table}"`)} t
      WHERE ${all([...conditions, plan.where, ...plan.conditions.map(tested), ...further])}
      ORDER BY ${raw(part.reversed ? `${column} DESC, t.id DESC` : `${column}, t.id`)}
      LIMIT ${raw(String(part.limit + (part.offset ?? 0)))}`;
  const below = raw(`t.organization_id = ${alias}.organization_id AND ${column} = ${alias}.id`);
  const branches = (only === 'none' ? [] : combinations([own])).map(
    (organization) => sql`SELECT ${selected(plan, 'v.id')} FROM ${group}
      CROSS JOIN LATERAL (${rows(below)}) v WHERE ${all([...organization, ...keys])}
      ${orderOf(plan, part, { id: raw('v.id') })}`,
  );
  if (!optional || only === 'some') return branches;
  // Rows that belong to none of them are one group more.
  const none = sql`LEFT JOIN ${group} ON false WHERE ${all(keys)}`;
  return [
    ...branches,
    ...combinations([plan.own]).map(
      (organization) => sql`SELECT ${selected(plan, 'v.id')}
        FROM (${rows(...organization, raw(`${column} IS NULL`))}) v ${none}
        ORDER BY v.id ${raw(part.reversed ? 'DESC' : 'ASC')}`,
    ),
  ];
}

/** A condition for rows that are met one after the other. */
function tested(condition: Sql): Sql {
  return condition instanceof Search ? condition.test : condition;
}

/** A statement with no more than `limit` of the rows that a search leads to, where there is one. */
export function searched({ conditions }: Plan, limit: number): Sql | undefined {
  const search = conditions.find((condition) => condition instanceof Search);
  return search && sql`SELECT f.id FROM (${search.way}) f LIMIT ${raw(String(limit))}`;
}

function all(conditions: readonly Sql[]): Sql {
  return conditions.length > 0 ? join([...conditions], ' AND ') : sql`true`;
}

function tied(joins: readonly Sql[]): Sql {
  return join([raw(''), ...joins], ' ');
}
