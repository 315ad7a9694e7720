import { raw, sql } from '@/lib/database/connection/sql';
import type { Relation } from '@/lib/database/rows/mapping';

/** Statuses of payments whose outcome is open: no other payment of the same checkout or subscription begins meanwhile. */
export const OPEN_STATUSES = ['pending', 'requires_action', 'processing'] as const;

/** The same as a list of SQL. Indexes of open payments are by it. */
export const OPEN = raw(OPEN_STATUSES.map((status) => `'${status}'`).join(', '));

/** The secret of the payment of a checkout that waits for its buyer, encrypted; empty for one that waits for nobody. */
export const WAITING_PAYMENT = {
  texts: {
    intentSecret: sql`coalesce((SELECT a.intent_secret FROM payment_attempts a
      WHERE a.checkout_id = t.id AND a.status = 'requires_action'), '')`,
  },
} as const satisfies Relation;
