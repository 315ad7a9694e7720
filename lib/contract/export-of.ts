import { z } from 'zod';
import type { Column, Contract } from '@/lib/contract/contract';
import type { page } from '@/lib/contract/pagination';

/** The path of a value in a printed object: `id`, `customer.email`, `prices.0.price_amount`. */
type PathOf<T> = T extends null | undefined
  ? never
  : T extends readonly (infer Item)[]
    ? '0' | `0.${PathOf<Item>}`
    : T extends object
      ? { [K in keyof T & string]: K | `${K}.${PathOf<T[K]>}` }[keyof T & string]
      : never;

/** A path (`customer.email` has the header `customer_email`), or a header with a path or a function. */
type ColumnOf<T> = PathOf<T> | readonly [header: string, value: PathOf<T> | ((row: T) => unknown)];

type ListShape = z.ZodRawShape & { page: z.ZodType; limit: z.ZodType };

/**
 * Declares the export of a list (docs/contract/lists.md#exports): the same path with `/export`, the
 * same filters and sorting, and every row in place of a page.
 */
export function exportOf<P extends z.ZodObject, Shape extends ListShape, Item extends z.ZodType>(
  list: Contract<P, z.ZodObject<Shape>, z.ZodUndefined, ReturnType<typeof page<Item>>>,
  columns: readonly ColumnOf<z.output<Item>>[],
) {
  if (!list.query || !list.response) throw new Error(`${list.id} is no list`);
  const { page, limit, ...shape } = list.query.shape;
  const headed = columns.map(columnOf<z.output<Item>>);
  const { id, path, summary } = list;
  return {
    ...list,
    id: id.endsWith(':list') ? id.replace(/list$/, 'export') : `${id}:export`,
    path: `${path.replace(/\/$/, '')}/export`,
    summary: `Export: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    description:
      'Every row of the list, by the same filters and sorting, streamed: as CSV with the columns ' +
      `${headed.map(({ header }) => `\`${header}\``).join(', ')}; with \`Accept: application/json\` ` +
      'as an array of what the list prints.',
    query: z.object(shape),
    response: list.response.shape.items,
    columns: headed,
  };
}

function columnOf<T>(column: ColumnOf<T>): Column<T> {
  if (typeof column === 'string') return { header: column.replaceAll('.', '_'), value: at(column) };
  const [header, value] = column;
  return { header, value: typeof value === 'string' ? at(value) : value };
}

function at(place: string) {
  const path = place.split('.');
  return (row: unknown) =>
    path.reduce((inner, key) => (inner as Row | null | undefined)?.[key], row);
}

type Row = Record<string, unknown>;
