import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';

interface Readable {
  /** The column of `t` that holds the buyer's id. */
  buyer: string;
  /** Which rows `t` a checkout led to. */
  ledTo(checkoutId: string): Sql;
}

const bought: Readable = {
  buyer: 't.customer_id',
  ledTo: (id) => sql`t.checkout_id = ${id}::uuid`,
};

/** What buyers may read at all. */
const READABLE: Record<string, Readable> = {
  orders: bought,
  subscriptions: bought,
  benefit_grants: { buyer: 't.customer_id', ledTo: (id) => grantedFor('t', id) },
  license_keys: {
    buyer: 't.customer_id',
    ledTo: (id) =>
      sql`t.grant_id IN (SELECT g.id FROM benefit_grants g WHERE ${grantedFor('g', id)})`,
  },
  // Whoever typed an address into a checkout is not therefore the one who has it.
  customers: { buyer: 't.id', ledTo: () => sql`false` },
};

function grantedFor(alias: string, checkoutId: string): Sql {
  const [order, subscription] = [raw(`${alias}.order_id`), raw(`${alias}.subscription_id`)];
  const ofCheckout = sql`x.checkout_id = ${checkoutId}::uuid`;
  return sql`(${order} IN (SELECT x.id FROM orders x WHERE ${ofCheckout})
    OR ${subscription} IN (SELECT x.id FROM subscriptions x WHERE ${ofCheckout}))`;
}

/**
 * Which rows `t` of a table are the calling buyer's (semantics §3): his own, and where his session is
 * bound to a checkout, only what that one led to. Undefined where somebody else calls. Every list adds
 * it by itself. Throws for a table that is not for buyers.
 */
export function buyersOwn({ caller }: Scope, table: string): Sql | undefined {
  if (caller.kind !== 'customer') return undefined;
  const readable = READABLE[table];
  if (!readable) throw new Error(`${table} are not for buyers`);
  const own = sql`${raw(readable.buyer)} = ${caller.customerId}::uuid`;
  return caller.checkoutId === null ? own : sql`${own} AND ${readable.ledTo(caller.checkoutId)}`;
}
