import { raw, type Sql, sql } from '@/lib/database/connection/sql';

/** The rows of an alias whose `order_id` or `subscription_id` is a sale of a checkout. */
export function soldInCheckout(alias: string, checkoutId: string): Sql {
  const [order, subscription] = [raw(`${alias}.order_id`), raw(`${alias}.subscription_id`)];
  const ofCheckout = sql`x.checkout_id = ${checkoutId}::uuid`;
  return sql`(${order} IN (SELECT x.id FROM orders x WHERE ${ofCheckout})
    OR ${subscription} IN (SELECT x.id FROM subscriptions x WHERE ${ofCheckout}))`;
}
