import { sql } from '@/lib/database/connection/sql';

/** What stands in place of the snapshot of an event `e` that is erased (docs/contract/events.md#retention). */
export const ERASED_SNAPSHOT = sql`jsonb_build_object('id', e.object_id, 'erased', true)`;
