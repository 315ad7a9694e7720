import { scalarsOf } from '@/lib/api/scalars';
import { timestamp, withFields } from '@/lib/contract/serialize';
import { printedActor, type StoredActor } from '@/lib/resources/actors/rules';
import type { EventRow } from '@/lib/resources/events/repository';
import { Event, type EventKind } from '@/lib/resources/events/schema';

const scalars = scalarsOf('Event', Event);

/** An event as the API prints it. */
export function serializeEvent(row: EventRow): Event {
  return withFields(scalars(row), {
    number: row.number ?? 0,
    type: row.kind as EventKind,
    occurred_at: timestamp(row.occurredAt ?? row.createdAt),
    data: row.snapshot as Event['data'],
    actor: printedActor(row.actor as unknown as StoredActor),
  });
}
