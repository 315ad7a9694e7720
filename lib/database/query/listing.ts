import { selectCells } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import { currentStatus, isLapsing, LapseFilter } from '@/lib/database/query/lapse';
import {
  type Conditions,
  InFilter,
  type ListDefinition,
  type ListRequest,
} from '@/lib/database/query/list';
import {
  type Cursor,
  fromClause,
  type ListPlan,
  limitedSearch,
  type PageSpec,
  pageQuery,
  planList,
} from '@/lib/database/query/page-query';
import { type Groups, storedCounts, storedGroups, storedTotal } from '@/lib/database/query/totals';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { idBatchesBySize, inOrder, selectBatches } from '@/lib/database/rows/rows';

/** How many ids are selected, and how many rows are loaded and handed over, at a time while all of it is read. */
const BATCHES = { ids: 10_000, rows: 100 };
/** The length of an id as text, with the comma that follows it. */
const ID_LENGTH = 37;

/** Up to so many matching rows are filtered first and sorted then; more are read in the order of an index. */
const FILTER_THEN_SORT_MAX = 500;

/** From this offset on, the groups before a page are skipped by their stored totals. */
const SKIP_GROUPS_FROM = 1000;

/**
 * Up to this offset a page of an unfiltered list is one statement, which selects the stored total as well. So many
 * entries of an index are skipped fast enough; beyond, a page may be read from the end.
 */
const ONE_STATEMENT_OFFSET_MAX = 10_000;

/** The limits of the pages that are prepared: the default of the API and those of the product's own pages. */
const PREPARED_LIMITS = { unfiltered: new Set([10, 25, 50, 100]), filtered: new Set([10, 25]) };

/** The rows of a page, which are read as they are wanted, in batches of a bounded size. */
export interface Page<Row> {
  /** Its first rows: usually all of them. */
  rows: Row[];
  rest: AsyncGenerator<Row[]>;
  /** The exact number of all rows of the list. */
  totalCount: number;
}

/** The rows of a list, however many of them are wanted. */
export interface Listing<Row> {
  /** One page. */
  page(
    paging: { page: number; limit: number },
    bounds?: { filterThenSortMax?: number; skipGroupsFrom?: number },
  ): Promise<Page<Row>>;
  /** Every row in order, in batches; see {@link idBatches}. */
  all(batches?: typeof BATCHES): AsyncGenerator<Row[]>;
  /** The ids of the first `limit` rows, in order. */
  ids(limit: number): Promise<string[]>;
  /** How many rows there are of each value of an enum's column; values without rows are left out. */
  counts(column: string): Promise<ReadonlyMap<string, number>>;
  /** The row with this id; null when it is not in the list. */
  find(id: string): Promise<Row | null>;
}

/** Loads rows by their ids, in any order. */
type Loader<Row> = (ids: string[]) => Promise<Row[]>;

type Request<Sort extends string> = Pick<ListRequest<Sort>, 'sorting' | 'organization_id' | 'id'>;

/**
 * A list of the scope's rows, which a mapping or a function loads. `refine` makes of the rows that were loaded by a
 * mapping what the list gives.
 */
export function listing<Sort extends string, Mapping extends RowMapping>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Request<Sort>,
  conditions: Conditions,
  source: Mapping,
  refine?: (rows: RowOf<Mapping>[]) => Promise<RowOf<Mapping>[]>,
): Listing<RowOf<Mapping>>;
export function listing<Sort extends string, Row extends { id: string }>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Request<Sort>,
  conditions: Conditions,
  source: Loader<Row>,
): Listing<Row>;
export function listing<Sort extends string>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Request<Sort>,
  conditions: Conditions,
  source: RowMapping | Loader<{ id: string }>,
  refine?: (rows: never[]) => Promise<object[]>,
): Listing<object> {
  const plan = planList(scope, definition, request, conditions);
  const stored = storedTotal(definition, plan);
  const selected = async (mapping: RowMapping, ids: Sql, total?: Sql) => {
    const found = await selectBatches(scope, mapping, ids, total ? { total } : {});
    return refine ? { ...found, batches: refined(found.batches, refine) } : found;
  };
  /** Rows by their ids, in batches of a bounded size. */
  const load = async function* (ids: readonly string[]): AsyncGenerator<object[]> {
    if (ids.length === 0) return;
    if (typeof source !== 'function') {
      yield* (await selected(source, inOrder(ids))).batches;
      return;
    }
    const { bytes } = definition;
    const sizes = bytes ? await sizesOf(scope, definition.table, bytes, ids) : undefined;
    for (const batch of sizes ? idBatchesBySize(sizes) : [[...ids]]) {
      yield orderByIds(batch, await source(batch));
    }
  };

  const count = async (max: number) => {
    const some = limitedSearch(plan, max + 1);
    const [found] = some
      ? await selectCells(scope, sql`SELECT count(*)::float8 AS n FROM (${some}) s`)
      : [];
    const isMany = Number(found?.[0]) > max;
    const total = stored ?? sql`(SELECT count(*)::float8 ${fromClause(plan, { isMany })})`;
    const [row] = await selectCells(scope, sql`SELECT ${total} AS total`, {
      prepared: stored !== undefined,
    });
    return Number(row?.[0]);
  };

  const pageOf = async (given: PageSpec, total?: Sql) => {
    const isPrepared = request.sorting.length <= 1 && mayPrepare(plan, given, stored);
    const isBeyondFirst = isPrepared && given.offset;
    const pageSpec = isBeyondFirst ? { ...given, maxOffset: ONE_STATEMENT_OFFSET_MAX } : given;
    const ids = withPositions(pageQuery(plan, pageSpec), pageSpec.reversed);
    if (isPrepared && typeof source !== 'function') {
      return selected(source, ids, total);
    }
    // Else the ids alone: to plan the joins of whole rows anew costs more than a second statement, which is prepared.
    const found = await selectCells(
      scope,
      sql`SELECT p.id, ${total ?? raw('NULL')} AS total FROM (${ids}) p ORDER BY p.position`,
      { prepared: isPrepared },
    );
    const batches = load(found.map(([id]) => String(id)));
    return { batches, total: Number(found[0]?.[1] ?? 0) };
  };

  /** A page of which the first rows are read. */
  const begun = async (
    rest: AsyncGenerator<object[]>,
    totalCount: number,
  ): Promise<Page<object>> => {
    const first = await rest.next();
    return { rows: first.done ? [] : first.value, rest, totalCount };
  };
  const empty = (totalCount: number): Page<object> => ({ rows: [], rest: load([]), totalCount });

  return {
    async page(
      { page, limit },
      { filterThenSortMax = FILTER_THEN_SORT_MAX, skipGroupsFrom = SKIP_GROUPS_FROM } = {},
    ) {
      const offset = (page - 1) * limit;
      const isUnfiltered = stored && !plan.sortRelation && plan.conditions.length === 0;
      if (isUnfiltered && offset <= ONE_STATEMENT_OFFSET_MAX) {
        const { batches, total } = await pageOf({ limit, offset }, stored);
        const page = await begun(batches, total);
        // A page beyond the end has no row that could tell the total.
        if (offset === 0 || page.rows.length > 0) return page;
      }
      const totalCount = await count(filterThenSortMax);
      if (offset >= totalCount) return empty(totalCount);
      const isSmall = totalCount <= filterThenSortMax;
      const groups = offset >= skipGroupsFrom ? storedGroups(definition, plan) : undefined;
      if (groups && !isSmall) {
        const found = await selectCells(scope, groups, { prepared: true });
        const counted = groupsOf(found, plan.sortRelation?.optional ? totalCount : 0);
        // Rows may have been deleted since the total was read.
        const reach = counted.reduce((sum, { count }) => sum + count, 0);
        if (offset >= reach) return empty(totalCount);
        const pageSpec = pageOfGroups(counted, offset, Math.min(limit, reach - offset));
        return begun((await pageOf(pageSpec)).batches, totalCount);
      }
      // Beyond the middle fewer rows are skipped from the end.
      if (isSmall || offset <= totalCount / 2) {
        return begun((await pageOf({ limit, offset, isSmall })).batches, totalCount);
      }
      const wanted = Math.min(limit, totalCount - offset);
      const pageSpec = { limit: wanted, offset: totalCount - offset - wanted, reversed: true };
      return begun((await pageOf(pageSpec)).batches, totalCount);
    },
    async *all(batches = BATCHES) {
      for await (const ids of idBatches(scope, plan, batches)) {
        for (let start = 0; start < ids.length; start += batches.rows * ID_LENGTH) {
          yield* load(ids.slice(start, start + batches.rows * ID_LENGTH - 1).split(','));
        }
      }
    },
    async ids(limit) {
      const found = await selectCells(
        scope,
        sql`SELECT w.id FROM (${pageQuery(plan, { limit })}) w`,
      );
      return found.map(([id]) => String(id));
    },
    async counts(column) {
      const counted =
        storedCounts(scope, definition, plan, column) ??
        sql`SELECT ${countedValue(scope, plan, column)}, count(*)::float8 ${fromClause(plan)} GROUP BY 1`;
      const found = await selectCells(scope, counted);
      return new Map(found.map(([value, rows]) => [String(value), Number(rows)]));
    },
    async find(id) {
      const found = await selectCells(
        scope,
        sql`SELECT 1 ${fromClause(plan)} AND t.id = ${id}::uuid`,
      );
      if (found.length === 0) return null;
      const [row] = (await begun(load([id]), 1)).rows;
      return row ?? null;
    },
  };
}

/**
 * Whether a page's statement is prepared. Those are pages by at most one sort in one organization: of an unfiltered
 * list the first, and those up to {@link ONE_STATEMENT_OFFSET_MAX}, whose offset is a parameter; by one value that
 * totals are stored by the first. That makes some hundred texts, which the declarations of the lists name. What else
 * a client may combine is not, see `execute`.
 */
function mayPrepare(
  { conditions, organizations, sortRelation, joins }: ListPlan,
  { limit, offset = 0, after, reversed, groups, isSmall }: PageSpec,
  storedTotal: Sql | undefined,
): boolean {
  if (!storedTotal || organizations.length !== 1) return false;
  if (after || reversed || groups || isSmall) return false;
  const [filter] = conditions;
  if (!filter) {
    const isInIndexOrder = !sortRelation && joins.length === 0;
    const maxOffset = isInIndexOrder ? ONE_STATEMENT_OFFSET_MAX : 0;
    return offset <= maxOffset && PREPARED_LIMITS.unfiltered.has(limit);
  }
  if (offset > 0) return false;
  const isOneValue = filter instanceof InFilter && filter.inValues.length === 1;
  return isOneValue && !(filter instanceof LapseFilter) && PREPARED_LIMITS.filtered.has(limit);
}

/** The value of a column that is counted, as text. */
function countedValue(scope: Scope, { table }: ListPlan, column: string): Sql {
  return isLapsing(table, column) ? currentStatus(scope, table) : raw(`${column}::text`);
}

async function* refined(
  batches: AsyncGenerator<object[]>,
  refine: (rows: never[]) => Promise<object[]>,
): AsyncGenerator<object[]> {
  for await (const rows of batches) yield await refine(rows as never[]);
}

/** Numbers the rows of a statement, so that their order survives joins; those of a reversed page from the end. */
function withPositions(statement: Sql, reversed = false): Sql {
  const number = raw(reversed ? '-row_number() OVER ()' : 'row_number() OVER ()');
  return sql`SELECT w.id, ${number} AS position FROM (${statement}) w`;
}

/** The sizes of rows, in the order of their ids. */
async function sizesOf(scope: Scope, table: string, bytes: Sql, ids: readonly string[]) {
  const found = await selectCells(
    scope,
    sql`SELECT t.id, ${bytes} FROM ${raw(table)} t WHERE t.id = ANY(${[...ids]}::uuid[])`,
    { prepared: true },
  );
  const sizes = found.map(([id, size]) => ({ id: String(id), bytes: Number(size) }));
  return orderByIds(ids, sizes);
}

/** Puts loaded rows into the order of their ids. */
export function orderByIds<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * All ids in order (keyset pagination). Each batch is a statement of its own that starts after the last row of
 * the batch before, so that no connection or transaction stays open between them. A row that moves in the order
 * meanwhile may be missed or come twice. A batch is one string (`id,id,…`): thousands of strings that live for
 * a while would be promoted to the old generation, which only a full garbage collection frees.
 */
async function* idBatches(
  scope: Scope,
  plan: ListPlan,
  batches: typeof BATCHES,
): AsyncGenerator<string> {
  const keys = plan.criteria.map((_, index) => raw(`w.k${index}::text`));
  const wanted = keys.length > 0 ? join(keys) : sql`NULL`;
  let after: Cursor | undefined;
  // A small first batch: the first rows arrive soon.
  let limit = batches.rows;
  do {
    const rows = pageQuery(plan, { limit, ...(after ? { after } : {}) });
    const [found] = (await selectCells(
      scope,
      sql`SELECT string_agg(p.id::text, ',' ORDER BY p.position) AS ids,
            max(p.keys) FILTER (WHERE p.position = ${raw(String(limit))}) AS last
          FROM (SELECT w.id, ARRAY[${wanted}]::text[] AS keys, row_number() OVER () AS position
            FROM (${rows}) w) p`,
    )) as unknown as [[string | null, Cursor['keys'] | null]];
    const [ids, last] = found;
    if (ids !== null) yield ids;
    after = last ? { id: String(ids).slice(1 - ID_LENGTH), keys: last } : undefined;
    limit = batches.ids;
  } while (after);
}

/** The selected groups; the rest of `most` rows, which refer to no group, come last. */
function groupsOf(found: readonly (readonly unknown[])[], most: number): Groups {
  const groups = found.map(([key, count]) => ({ key: String(key), count: Number(count) }));
  const rest = most - groups.reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...groups, { key: null, count: rest }] : groups;
}

/** A page as an offset within the groups that it lies in; inside one group from the nearer end. */
function pageOfGroups(groups: Groups, offset: number, limit: number): PageSpec {
  let before = 0;
  const reached = (row: number) => {
    before = 0;
    for (const group of groups) {
      if (row < before + group.count) return group;
      before += group.count;
    }
    return groups.at(-1) ?? { key: null, count: 0 };
  };
  const { key: last } = reached(offset + limit - 1);
  const { key: first, count } = reached(offset);
  const start = offset - before;
  if (first === last && start > count / 2) {
    const rest = Math.max(0, count - start - limit);
    return { limit, offset: rest, reversed: true, groups: { first, last } };
  }
  return { limit, offset: start, groups: { first, last } };
}
