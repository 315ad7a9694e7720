import { sql } from '@/lib/database/connection/sql';
import { type SortBy, textOrder } from '@/lib/database/query/list';

/** Sorts by the name of the organization that a row belongs to. */
export const ORGANIZATION_NAME: SortBy = {
  by: textOrder('o.name'),
  join: sql`JOIN organizations o ON o.id = t.organization_id`,
};
