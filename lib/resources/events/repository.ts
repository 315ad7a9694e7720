import type { Scope } from '@/lib/database/connection/scope';
import type { Event } from '@/lib/database/generated/client';
import { type Fields, insertRows } from '@/lib/database/rows/write';

export type NewEventRow = Fields<Event>;

/** Writes events in one statement. */
export async function create(scope: Scope, rows: readonly NewEventRow[]): Promise<void> {
  await insertRows(scope, { model: 'Event', table: 'events' }, rows);
}
