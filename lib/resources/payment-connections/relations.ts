import { sql } from '@/lib/database/connection/sql';
import type { Relation } from '@/lib/database/rows/mapping';

/** The account that takes the payments of a row's organization; its key is empty where there is none. */
export const ACTIVE_CONNECTION = {
  texts: {
    publishableKey: sql`coalesce((SELECT p.publishable_key FROM payment_connections p
      WHERE p.organization_id = t.organization_id AND p.status <> 'closed'), '')`,
  },
} as const satisfies Relation;
