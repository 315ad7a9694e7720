import { z } from 'zod';
import type { Contract } from '@/lib/contract/contract';
import type { page } from '@/lib/contract/pagination';

/** How many rows of a list there are of each value of a field. */
export const Counts = z
  .object({
    items: z.array(z.object({ value: z.string(), count: z.int() })).meta({
      description: 'Every value in its order, those without rows too.',
    }),
    total_count: z.int(),
  })
  .meta({ id: 'Counts' });
export type Counts = z.infer<typeof Counts>;

type ListShape = z.ZodRawShape & { page: z.ZodType; limit: z.ZodType; sorting: z.ZodType };

/**
 * Declares the counts of a list (docs/contract/lists.md#counts): the same path with `/counts`, the same filters, and
 * in place of rows how many there are of each value of one field.
 *
 * @param by the fields, of which the first is the default
 */
export function countsOf<
  P extends z.ZodObject,
  Shape extends ListShape,
  Item extends z.ZodType,
  const By extends string,
>(
  list: Contract<P, z.ZodObject<Shape>, z.ZodUndefined, ReturnType<typeof page<Item>>>,
  by: readonly [By, ...By[]],
) {
  if (!list.query) throw new Error(`${list.id} is no list`);
  const { page, limit, sorting, ...filters } = list.query.shape;
  const { id, path, summary } = list;
  return {
    ...list,
    id: id.endsWith(':list') ? id.replace(/list$/, 'counts') : `${id}:counts`,
    path: `${path.replace(/\/$/, '')}/counts`,
    summary: `Count: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    description: 'How many rows the filters leave of each value.',
    query: z.object({ ...filters, by: z.enum(by).default(by[0] as never) }),
    response: Counts,
  };
}
