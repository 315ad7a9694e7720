import { z } from 'zod';
import { Id, queryInt, SearchText, TimestampInput } from '@/lib/contract/fields';

export const MAX_LIMIT = 100;

/** How many ids a list can be narrowed to. */
const MAX_IDS = 200;

/** A sort criterion of a list, ascending or (`-`) descending. */
export type Sorting<Sort extends string> = Sort | `-${Sort}`;

/**
 * Criteria applied in order; an unknown one is 422 at `["query","sorting"]`
 * (docs/contract/lists.md#sorting).
 */
export function sorting<const Sort extends string>(
  sorts: readonly Sort[],
  fallback: Sorting<Sort>,
) {
  const criteria = sorts.flatMap((sort): Sorting<Sort>[] => [sort, `-${sort}`]);
  const criterion: z.ZodType<Sorting<Sort>, Sorting<Sort>> = z.enum(criteria, {
    error: `Sort by one of ${criteria.join(', ')}.`,
  });
  return z
    .array(criterion)
    .max(20)
    .default(() => [fallback]);
}

const paging = {
  page: queryInt({ min: 1 }).default(1).meta({ description: 'The page, from 1.' }),
  limit: queryInt({ min: 1 })
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .default(10)
    .meta({ description: 'Rows a page; above 100 served as 100.' }),
};

/** The query of a page of something that is no list of rows: `page` and `limit`. */
export const pageQuery = z.object(paging);

/** The query of a list: `page`, `limit`, `query`, `created_after`, `created_before` and its own. */
export function listQuery<S extends z.ZodRawShape>(shape: S) {
  return z.object({
    ...paging,
    query: SearchText.meta({ description: 'Free text over what a person would type.' }),
    id: z.array(Id).max(MAX_IDS).optional().meta({ description: 'Only the rows with these ids.' }),
    created_after: TimestampInput.optional(),
    created_before: TimestampInput.optional(),
    ...shape,
  });
}

export const Pagination = z
  .object({ total_count: z.int(), max_page: z.int() })
  .meta({ id: 'Pagination' });

/** The list envelope (docs/contract/lists.md#envelope). */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), pagination: Pagination });
}

/** Wraps a page of rows: `max_page` is `ceil(total / limit)`, 0 when there is nothing. */
export function paginated<T>(items: T[], totalCount: number, limit: number) {
  return {
    items,
    pagination: { total_count: totalCount, max_page: Math.ceil(totalCount / limit) },
  };
}

/** Rows in order, in batches. Reading can stop at any time. */
export type Batches<Row> = AsyncIterable<readonly Row[]>;

/** Prints the rows of an export. */
export async function* printed<Row, Item>(
  batches: Batches<Row>,
  serialize: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for await (const rows of batches) yield rows.map(serialize);
}
