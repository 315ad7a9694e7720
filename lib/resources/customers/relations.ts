import { type SearchReference, type SortBy, textOrder } from '@/lib/database/query/list';
import type { Relation } from '@/lib/database/rows/mapping';

/** The customer that a row refers to with `customer_id`. */
export const CUSTOMER = {
  model: 'Customer',
  table: 'customers',
  column: 'customer_id',
} as const satisfies Relation;

/** Sorts by the customer's name, then by the e-mail. */
export const CUSTOMER_NAME: SortBy = {
  by: [textOrder('c.name'), textOrder('c.email')],
  relation: { table: 'customers', alias: 'c', column: 't.customer_id' },
};

/** Searches in the customer's name and e-mail. */
export const BY_CUSTOMER: SearchReference = {
  column: 't.customer_id',
  table: 'customers',
  columns: ['name', 'email'],
};
