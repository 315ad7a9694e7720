import { tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';

/** What stands in place of the snapshot of an event `e` that is erased (docs/contract/events.md#retention). */
export const ERASED_SNAPSHOT = sql`jsonb_build_object('id', e.object_id, 'erased', true)`;

/**
 * The ids of the events about a customer of the scope, those of the checkouts and payments before he was one included. A
 * union, since an OR of these conditions would not be answered by the index of any.
 */
export function eventsOfCustomer(scope: Scope, customerId: string): Sql {
  const id = sql`${customerId}::uuid`;
  const ofObjects = (objects: Sql) => sql`SELECT e.id FROM checkouts c ${objects}
      WHERE ${tenant(scope, 'c')} AND ${tenant(scope, 'e')} AND c.customer_id = ${id}`;
  return sql`(SELECT e.id FROM events e WHERE ${tenant(scope, 'e')} AND e.customer_id = ${id}
    UNION ${ofObjects(sql`JOIN events e ON e.object_id = c.id`)}
    UNION ${ofObjects(sql`JOIN payment_attempts a ON a.checkout_id = c.id JOIN events e ON e.object_id = a.id`)})`;
}
