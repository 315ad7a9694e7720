import { query } from '@/lib/database/client';
import {
  type Conditions,
  inOrder,
  join,
  type ListDefinition,
  type ListPlan,
  type ListRequest,
  listIds,
  orderOf,
  planOf,
  raw,
  type Sql,
  sql,
} from '@/lib/database/list';
import type { Scope } from '@/lib/database/scope';

/** How much of a list is held at once while all of it is read. */
const BATCHES = { ids: 10_000, rows: 500 };

/** The rows of a list, however many of them are wanted. */
export interface Listing<Row> {
  /** One page, and the exact number of all rows. */
  page(paging: { page: number; limit: number }): Promise<{ rows: Row[]; totalCount: number }>;
  /** Every row in order, some at a time; see {@link everyId}. */
  all(batches?: typeof BATCHES): AsyncGenerator<Row[]>;
  /** The row with this id; null when it is not in the list. */
  find(id: string): Promise<Row | null>;
}

/** A list of the scope's rows, loaded by their ids (in any order). */
export function listing<Sort extends string, Row extends { id: string }>(
  scope: Scope,
  definition: ListDefinition<Sort>,
  request: Pick<ListRequest<Sort>, 'sorting' | 'organization_id'>,
  conditions: Conditions,
  load: (ids: string[]) => Promise<Row[]>,
): Listing<Row> {
  const plan = planOf(scope, definition, request, conditions);
  return {
    async page({ page, limit }) {
      const paged = { ...request, page, limit };
      const { ids, totalCount } = await listIds(scope, definition, paged, conditions);
      return { rows: inOrder(ids, await load(ids)), totalCount };
    },
    async *all(batches = BATCHES) {
      for await (const ids of everyId(scope, plan, batches.ids)) {
        for (let start = 0; start < ids.length; start += batches.rows) {
          const some = ids.slice(start, start + batches.rows);
          yield inOrder(some, await load(some));
        }
      }
    },
    async find(id) {
      const found = await query(scope, sql`SELECT 1 ${plan.rows()} AND t.id = ${id}::uuid`);
      const [row] = found.length > 0 ? await load([id]) : [];
      return row ?? null;
    },
  };
}

/** A row's place in the order: its id and, as text, what it is sorted by. */
type Place = { id: string; keys: (string | null)[] };

/**
 * All ids in order. Each batch is a statement of its own that goes on after the last row of the one
 * before, so nothing is open in between, however slowly they are taken. A row that moves in the order
 * meanwhile may be missed or come twice.
 */
async function* everyId(scope: Scope, plan: ListPlan, size: number): AsyncGenerator<string[]> {
  const keys = plan.criteria.map(({ by }) => sql`(${by})::text`);
  const wanted = keys.length > 0 ? join(keys) : sql`NULL`;
  let last: Place | undefined;
  do {
    const places: Place[] = await query<Place>(
      scope,
      sql`SELECT t.id, ARRAY[${wanted}]::text[] AS keys ${plan.rows(...plan.joins)}
          ${last ? sql`AND ${after(plan.criteria, last)}` : sql``}
          ${orderOf(plan)} LIMIT ${raw(String(size))}`,
    );
    yield places.map(({ id }) => id);
    last = places.length === size ? places.at(-1) : undefined;
  } while (last);
}

/** Whether a row comes after a place, null last both ways. */
function after(criteria: ListPlan['criteria'], { id, keys }: Place): Sql {
  return criteria.reduceRight((later, { by, descending }, index) => {
    const key = keys[index] ?? null;
    if (key === null) return sql`(${by} IS NULL AND ${later})`;
    const beyond = descending ? sql`${by} < ${key}` : sql`${by} > ${key}`;
    return sql`(${beyond} OR ${by} IS NULL OR (${by} = ${key} AND ${later}))`;
  }, sql`t.id > ${id}::uuid`);
}
