import type { Counts } from '@/lib/contract/counts-of';
import { paginated, printed } from '@/lib/contract/pagination';
import type { Scope } from '@/lib/database/connection/scope';
import type { Listing, Page } from '@/lib/database/query/listing';

interface Paging {
  page: number;
  limit: number;
}

/**
 * The service functions `listAll`, a page of a list, and `exportAll`, all its rows in batches
 * (docs/contract/lists.md#envelope, docs/contract/lists.md#exports).
 *
 * @param list the repository's list
 * @param serialize a row as it is printed
 */
export function listAndExport<Query, Row, Item>(
  list: (scope: Scope, query: Query) => Listing<Row>,
  serialize: (row: Row) => Item,
) {
  return {
    async listAll(scope: Scope, query: Query & Paging) {
      return pageOf(await list(scope, query).page(query), serialize, query);
    },
    exportAll: (scope: Scope, query: Query) => printed(list(scope, query).all(), serialize),
  };
}

/**
 * As {@link listAndExport}, of the rows that belong to another one.
 *
 * @param requireParent throws 404 where there is no such row in the scope
 */
export function listAndExportOf<Query, Row, Item>(
  requireParent: (scope: Scope, id: string) => Promise<unknown>,
  list: (scope: Scope, id: string, query: Query) => Listing<Row>,
  serialize: (row: Row) => Item,
) {
  return {
    async listAll(scope: Scope, id: string, query: Query & Paging) {
      await requireParent(scope, id);
      return pageOf(await list(scope, id, query).page(query), serialize, query);
    },
    async *exportAll(scope: Scope, id: string, query: Query) {
      await requireParent(scope, id);
      yield* printed(list(scope, id, query).all(), serialize);
    },
  };
}

const continuations = new WeakMap<object, AsyncGenerator<unknown[]>>();

/**
 * The wire shape of a page whose rows are read as they are wanted. `items` are the first ones; who answers it goes on
 * with {@link restOf} (docs/decisions/streamed-pages.md).
 */
export function pageOf<Row, Item>(
  { rows, rest, totalCount }: Page<Row>,
  serialize: (row: Row) => Item,
  { limit }: Pick<Paging, 'limit'>,
) {
  const page = paginated(rows.map(serialize), totalCount, limit);
  continuations.set(page, printed(rest, serialize));
  return page;
}

/** The items of a page after its first ones; undefined for what is no page. */
export function restOf(page: unknown): AsyncGenerator<unknown[]> | undefined {
  return typeof page === 'object' && page !== null ? continuations.get(page) : undefined;
}

/** All items of a page, for who answers no page but needs them at once. */
export async function itemsOf<Item>(page: { items: Item[] }): Promise<Item[]> {
  const items = [...page.items];
  for await (const batch of restOf(page) ?? []) items.push(...(batch as Item[]));
  return items;
}

/** A field by which a list is counted: its column, an enum's, and the values in their order. */
interface CountedField {
  column: string;
  values: readonly string[];
}

/**
 * The service function that counts a list by one of its fields (docs/contract/lists.md#counts).
 *
 * @param list the repository's list
 * @param fields by the names that the contract offers
 */
export function counted<By extends string, Query extends { sorting: unknown[] }, Row>(
  list: (scope: Scope, query: Query) => Listing<Row>,
  fields: Record<By, CountedField>,
) {
  return async (scope: Scope, query: Omit<Query, 'sorting'> & { by: By }): Promise<Counts> => {
    const { column, values } = fields[query.by];
    const counts = await list(scope, { ...query, sorting: [] } as unknown as Query).counts(column);
    const items = values.map((value) => ({ value, count: counts.get(value) ?? 0 }));
    return { items, total_count: items.reduce((sum, { count }) => sum + count, 0) };
  };
}
