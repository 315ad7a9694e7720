import { Prisma } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';

const { sql, raw } = Prisma;

/** What a checkout led to: the rows `t` of each table that buyers read. */
const LED_TO: Record<string, (checkoutId: string) => Prisma.Sql> = {
  orders: (id) => sql`t.checkout_id = ${id}::uuid`,
  subscriptions: (id) => sql`t.checkout_id = ${id}::uuid`,
  benefit_grants: (id) => granted('t', id),
  license_keys: (id) =>
    sql`t.grant_id IN (SELECT g.id FROM benefit_grants g WHERE ${granted('g', id)})`,
};

function granted(alias: string, checkoutId: string): Prisma.Sql {
  const [order, subscription] = [raw(`${alias}.order_id`), raw(`${alias}.subscription_id`)];
  const bought = sql`x.checkout_id = ${checkoutId}::uuid`;
  return sql`(${order} IN (SELECT x.id FROM orders x WHERE ${bought})
    OR ${subscription} IN (SELECT x.id FROM subscriptions x WHERE ${bought}))`;
}

/**
 * Which rows `t` of a table are the calling buyer's (semantics §3): his own, and where his session is
 * bound to a checkout, only what that one led to. Nothing where another than a buyer calls. Every list
 * adds it by itself, and throws for a table that buyers do not read.
 */
export function buyersOwn({ caller }: Scope, table: string): Prisma.Sql | undefined {
  if (caller.kind !== 'customer') return undefined;
  const ledTo = LED_TO[table];
  if (!ledTo) throw new Error(`${table} are not for buyers`);
  const own = sql`t.customer_id = ${caller.customerId}::uuid`;
  return caller.checkoutId === null ? own : sql`${own} AND ${ledTo(caller.checkoutId)}`;
}
