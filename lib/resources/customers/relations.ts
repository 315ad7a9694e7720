import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { type SearchReference, type SortBy, textOrder } from '@/lib/database/query/list';
import type { Relation } from '@/lib/database/rows/mapping';

/** The customer that a row refers to with `customer_id`. */
export const CUSTOMER = {
  model: 'Customer',
  table: 'customers',
  column: 'customer_id',
} as const satisfies Relation;

/** Sorts by the customer's name, then by the email. */
export const CUSTOMER_NAME: SortBy = {
  by: [textOrder('c.name'), textOrder('c.email')],
  relation: { table: 'customers', alias: 'c', column: 't.customer_id' },
};

/** Searches in the customer's name and email. */
export const BY_CUSTOMER: SearchReference = {
  column: 't.customer_id',
  table: 'customers',
  columns: ['name', 'email'],
};

/**
 * The rows of an alias whose `order_id` or `subscription_id` comes from a checkout: those that a customer
 * session bound to it sees (docs/contract/callers.md#confirmation-sessions).
 */
export function soldInCheckout(alias: string, checkoutId: string): Sql {
  const [order, subscription] = [raw(`${alias}.order_id`), raw(`${alias}.subscription_id`)];
  const ofCheckout = sql`x.checkout_id = ${checkoutId}::uuid`;
  return sql`(${order} IN (SELECT x.id FROM orders x WHERE ${ofCheckout})
    OR ${subscription} IN (SELECT x.id FROM subscriptions x WHERE ${ofCheckout}))`;
}
