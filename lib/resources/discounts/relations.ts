import { type SortBy, textOrder } from '@/lib/database/query/list';
import type { Relation } from '@/lib/database/rows/mapping';

/** The discount that a row refers to with `discount_id`, if it does. */
export const DISCOUNT = {
  model: 'Discount',
  table: 'discounts',
  column: 'discount_id',
  optional: true,
} as const satisfies Relation;

/** Sorts by the discount's name; rows without a discount come last. */
export const DISCOUNT_NAME: SortBy = {
  by: textOrder('d.name'),
  relation: { table: 'discounts', alias: 'd', column: 't.discount_id', optional: true },
};
