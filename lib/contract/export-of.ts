import { z } from 'zod';
import type { Column, Contract } from '@/lib/contract/contract';
import { DEFAULT_CURRENCY, majorUnits } from '@/lib/contract/money';
import type { page } from '@/lib/contract/pagination';
import { printLocalTime } from '@/lib/contract/times';

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
 * same filters and sorting, and every row in place of a page. Beside a column of money or of a time stands one
 * that people read.
 *
 * @param columns without them what the list prints is exported, but for the objects and lists in it
 * @param row what a row is, where the export has more of it than the list
 */
export function exportOf<
  P extends z.ZodObject,
  Shape extends ListShape,
  Item extends z.ZodType,
  Exported extends Item = Item,
>(
  list: Contract<P, z.ZodObject<Shape>, z.ZodUndefined, ReturnType<typeof page<Item>>>,
  columns?: readonly ColumnOf<z.output<Exported>>[],
  row?: Exported,
) {
  if (!list.query || !list.response) throw new Error(`${list.id} is no list`);
  const { page, limit, ...shape } = list.query.shape;
  const { id, path, summary } = list;
  const items = list.response.shape.items as unknown as z.ZodArray<Exported>;
  const named = columns ?? plainFields(id, items.element);
  const headed = named.flatMap(exportedColumns<z.output<Exported>>);
  return {
    ...list,
    id: id.endsWith(':list') ? id.replace(/list$/, 'export') : `${id}:export`,
    path: `${path.replace(/\/$/, '')}/export`,
    summary: `Export: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    description:
      'Every row of the list, by the same filters and sorting, streamed: as CSV with the columns ' +
      `${headed.map(({ header }) => `\`${header}\``).join(', ')}; with \`Accept: application/json\` ` +
      `as an array of what the list prints${row ? ', and of what else the columns have' : ''}.`,
    query: z.object(shape),
    response: row ? z.array(row) : items,
    columns: headed,
  };
}

function plainFields<Item extends z.ZodType>(id: string, item: Item) {
  if (!(item instanceof z.ZodObject))
    throw new Error(`The export of ${id} has to name its columns`);
  const fields = Object.entries<z.core.$ZodType>(item.shape);
  const plain = fields.filter(([, field]) => !isNested(field)).map(([name]) => name);
  return plain as ColumnOf<z.output<Item>>[];
}

function isNested(field: z.core.$ZodType): boolean {
  const isWrapped =
    field instanceof z.ZodNullable ||
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNonOptional;
  if (isWrapped) return isNested(field.unwrap());
  return field instanceof z.ZodObject || field instanceof z.ZodArray || field instanceof z.ZodUnion;
}

const TIME = /(?:_at|_period_start|_period_end)$/;
const MONEY = /(?:^|[._])(?:amount|spent)$/;

function exportedColumns<T>(column: ColumnOf<T>): Column<T>[] {
  const [header, value] =
    typeof column === 'string' ? [column.replaceAll('.', '_'), column] : column;
  if (typeof value !== 'string') return [{ header, value }];
  const raw = { header, value: at(value) };
  if (TIME.test(value)) return [raw, { header: `${header}_local`, value: localTimeAt(value) }];
  if (MONEY.test(value)) return [raw, { header: `${header}_decimal`, value: decimalAt(value) }];
  return [raw];
}

/** A time in the export's zone, as spreadsheets read it: `2026-05-03 16:05:12`. */
function localTimeAt(place: string) {
  const timeOf = at(place);
  return (row: unknown, zone: string) => {
    const time = timeOf(row);
    return typeof time === 'string' ? printLocalTime(time, zone) : null;
  };
}

/** Money in units of its currency, which is beside it: `currency`, or `price_currency` of `price_amount`. */
function decimalAt(place: string) {
  const amountOf = at(place);
  const currencyOf = at(place.replace(/(price_)?[a-z_]*$/, '$1currency'));
  return (row: unknown) => {
    const [amount, currency] = [amountOf(row), currencyOf(row)];
    return typeof amount === 'number'
      ? majorUnits(amount, String(currency ?? DEFAULT_CURRENCY))
      : null;
  };
}

function at(place: string) {
  const path = place.split('.');
  return (row: unknown) =>
    path.reduce((inner, key) => (inner as Row | null | undefined)?.[key], row);
}

type Row = Record<string, unknown>;
