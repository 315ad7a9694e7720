import { read } from '@/lib/database/connection/read';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Conditions, ListDefinition, ListRequest } from '@/lib/database/query/list';
import { type Groups, keptGroups, keptTotal } from '@/lib/database/query/totals';
import {
  type Part,
  type Place,
  type Plan,
  planOf,
  rowsOf,
  searched,
  walk,
} from '@/lib/database/query/walk';
import { selectMany, selectRows } from '@/lib/database/rows/rows';
import type { Shape } from '@/lib/database/rows/shape';

/** How much of a list is held at once while all of it is read. */
const BATCHES = { ids: 10_000, rows: 100 };
/** The length of an id as text, with what follows it. */
const ID_LENGTH = 37;

/** So many rows are gathered and sorted sooner than found by walking a large table. */
const SMALL = 500;

/** From so many rows on, groups before a page are skipped by their numbers. */
const FAR = 1000;

/** Statements by these limits and by one criterion are few enough to be kept prepared. */
const USUAL_LIMITS = new Set([1, 5, 10, 20, 25, 50, 100]);
/** One that callers name may be two expressions, such as a name and, where it is missing, an e-mail. */
const MOST_CRITERIA = 2;

/** The rows of a list, however many of them are wanted. */
export interface Listing<Row> {
  /** One page, and the exact number of all rows. */
  page(
    paging: { page: number; limit: number },
    bounds?: { small?: number; far?: number },
  ): Promise<{ rows: Row[]; totalCount: number }>;
  /** Every row in order, some at a time; see {@link everyId}. */
  all(batches?: typeof BATCHES): AsyncGenerator<Row[]>;
  /** The row with this id; null when it is not in the list. */
  find(id: string): Promise<Row | null>;
}

/** How rows are loaded: as they are declared, or by a function of their ids (in any order). */
export type Source<Row> = Shape<Row> | ((ids: string[]) => Promise<Row[]>);

/** A list of the scope's rows. */
export function listing<Sort extends string, Row extends { id: string }>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Pick<ListRequest<Sort>, 'sorting' | 'organization_id'>,
  conditions: Conditions,
  source: Source<Row>,
): Listing<Row> {
  const plan = planOf(scope, definition, request, conditions);
  const kept = keptTotal(definition, plan);
  const load = async (ids: string[]) => {
    if (typeof source === 'function') return inOrder(ids, await source(ids));
    return selectMany(scope, source, ids);
  };

  const count = async (small: number) => {
    const some = searched(plan, small + 1);
    const [found] = some
      ? await read(scope, sql`SELECT count(*)::float8 AS n FROM (${some}) s`)
      : [];
    const isMany = Number(found?.[0]) > small;
    const total = kept ?? sql`(SELECT count(*)::float8 ${rowsOf(plan, { isMany })})`;
    const [row] = await read(scope, sql`SELECT ${total} AS total`, {
      prepared: kept ? 'list' : 'never',
    });
    return Number(row?.[0]);
  };

  const pageOf = async (part: Part, total?: Sql) => {
    const ids = numbered(walk(plan, part));
    const isUsual =
      kept !== undefined &&
      !part.offset &&
      plan.criteria.length <= MOST_CRITERIA &&
      USUAL_LIMITS.has(part.limit);
    const prepared = isUsual ? 'list' : 'never';
    if (typeof source !== 'function') {
      return selectRows(scope, source, ids, { ...(total ? { total } : {}), prepared });
    }
    const found = await read(
      scope,
      sql`SELECT p.id, ${total ?? raw('NULL')} AS total FROM (${ids}) p ORDER BY p.place`,
      { prepared },
    );
    return { rows: await load(found.map(([id]) => String(id))), total: Number(found[0]?.[1] ?? 0) };
  };

  return {
    async page({ page, limit }, { small = SMALL, far = FAR } = {}) {
      const offset = (page - 1) * limit;
      // The first page of all rows is one statement, together with their number.
      if (offset === 0 && kept && !plan.through && plan.conditions.length === 0) {
        const { rows, total } = await pageOf({ limit }, kept);
        return { rows, totalCount: total };
      }
      const totalCount = await count(small);
      if (offset >= totalCount) return { rows: [], totalCount };
      const isSmall = totalCount <= small;
      const groups = offset >= far ? keptGroups(definition, plan) : undefined;
      if (groups && !isSmall) {
        const found = await read(scope, groups, { prepared: 'list' });
        const counted = groupsOf(found, plan.through?.optional ? totalCount : 0);
        // Rows that were in the total may be gone by now.
        const reach = counted.reduce((sum, { count }) => sum + count, 0);
        if (offset >= reach) return { rows: [], totalCount };
        const part = partOf(counted, offset, Math.min(limit, reach - offset));
        const { rows } = await pageOf(part);
        return { rows: part.reversed ? rows.reverse() : rows, totalCount };
      }
      // Beyond the middle the way from the end is shorter.
      if (isSmall || offset <= totalCount / 2) {
        return { rows: (await pageOf({ limit, offset, isSmall })).rows, totalCount };
      }
      const wanted = Math.min(limit, totalCount - offset);
      const part = { limit: wanted, offset: totalCount - offset - wanted, reversed: true };
      return { rows: (await pageOf(part)).rows.reverse(), totalCount };
    },
    async *all(batches = BATCHES) {
      for await (const ids of everyId(scope, plan, batches)) {
        for (let start = 0; start < ids.length; start += batches.rows * ID_LENGTH) {
          yield await load(ids.slice(start, start + batches.rows * ID_LENGTH - 1).split(','));
        }
      }
    },
    async find(id) {
      const found = await read(scope, sql`SELECT 1 ${rowsOf(plan)} AND t.id = ${id}::uuid`);
      const [row] = found.length > 0 ? await load([id]) : [];
      return row ?? null;
    },
  };
}

/** The rows of a statement with their place, so that what is joined to them can keep their order. */
function numbered(statement: Sql): Sql {
  return sql`SELECT w.id, row_number() OVER () AS place FROM (${statement}) w`;
}

/** Puts loaded rows into the order of their ids. */
export function inOrder<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * All ids in order. Each batch is a statement of its own that goes on after the last row of the one
 * before, so nothing is open in between, however slowly they are taken. A row that moves in the order
 * meanwhile may be missed or come twice. A batch is one text (`id,id,…`): as thousands of texts, which
 * are needed for a while, it would come to where only a full garbage collection finds it.
 */
async function* everyId(scope: Scope, plan: Plan, batches: typeof BATCHES): AsyncGenerator<string> {
  const keys = plan.criteria.map((_, index) => raw(`w.k${index}::text`));
  const wanted = keys.length > 0 ? join(keys) : sql`NULL`;
  let after: Place | undefined;
  // The first rows are there soon.
  let limit = batches.rows;
  do {
    const rows = walk(plan, { limit, ...(after ? { after } : {}) });
    const [found] = (await read(
      scope,
      sql`SELECT string_agg(p.id::text, ',' ORDER BY p.place) AS ids,
            max(p.keys) FILTER (WHERE p.place = ${raw(String(limit))}) AS last
          FROM (SELECT w.id, ARRAY[${wanted}]::text[] AS keys, row_number() OVER () AS place
            FROM (${rows}) w) p`,
    )) as unknown as [[string | null, Place['keys'] | null]];
    const [ids, last] = found;
    if (ids !== null) yield ids;
    after = last ? { id: String(ids).slice(1 - ID_LENGTH), keys: last } : undefined;
    limit = batches.ids;
  } while (after);
}

/** Groups as they were read; what is left of `most` rows belongs to none, and comes last. */
function groupsOf(found: readonly (readonly unknown[])[], most: number): Groups {
  const groups = found.map(([key, count]) => ({ key: String(key), count: Number(count) }));
  const rest = most - groups.reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...groups, { key: null, count: rest }] : groups;
}

/** Where rows stand within the groups that they belong to: within one, from its nearer end. */
function partOf(groups: Groups, offset: number, limit: number): Part {
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
