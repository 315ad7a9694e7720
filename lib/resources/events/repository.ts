import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { Event } from '@/lib/database/generated/client';
import {
  createdFilter,
  ID,
  idFilter,
  type ListDefinition,
  required,
  textFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { type Fields, insertRows } from '@/lib/database/rows/write';
import { withActors } from '@/lib/resources/actors/service';
import type { exportEvents } from '@/lib/resources/events/contract';
import { ERASED_SNAPSHOT, eventsOfCustomer } from '@/lib/resources/events/relations';
import type { NumberWindow } from '@/lib/resources/events/rules';
import type { EventKind, EventSort } from '@/lib/resources/events/schema';

export type NewEventRow = Fields<Event>;
export type EventRow = Event;

const MAPPING = { model: 'Event', table: 'events' } as const satisfies RowMapping;

const LIST: ListDefinition<EventSort> = {
  table: 'events',
  where: sql`t.number IS NOT NULL`,
  sorts: { number: required(sql`t.number`) },
};

/** Writes events in one statement, in which they take their sequence in the order of the rows. */
export async function create(scope: Scope, rows: readonly NewEventRow[]): Promise<void> {
  await insertRows(scope, MAPPING, rows);
}

/** The numbered events of the scope, of these kinds; null is all. */
export function list(
  scope: Scope,
  request: QueryOf<typeof exportEvents>,
  kinds: readonly EventKind[] | null,
) {
  const { after } = request;
  const conditions = [
    kinds ? sql`t.kind = ANY(${[...kinds]}::text[])` : undefined,
    idFilter('t.object_id', request.object_id),
    idFilter('t.customer_id', request.customer_id),
    after === undefined ? undefined : sql`t.number > ${after}::int`,
    textFilter('t.request_id', request.request_id),
    idFilter('t.cause_id', request.cause_id),
    namedBy(request.query),
    ...createdFilter(request),
  ];
  const ascending = { ...request, sorting: ['number'] as const };
  const ordered = after === undefined ? request : ascending;
  return listing(scope, LIST, ordered, conditions, MAPPING, (rows) => withActors(rows, 'actor'));
}

/** A search: the whole id of an event, an object or a request, each of which has an index. */
function namedBy(query: string | undefined): Sql | undefined {
  const id = query?.trim();
  if (!id) return undefined;
  if (!ID.test(id)) return sql`t.request_id = ${id}::text`;
  return sql`(t.id = ${id}::uuid OR t.object_id = ${id}::uuid OR t.request_id = ${id}::text)`;
}

/** Events of the scope's one organization between two numbers, in their order. */
export async function readOn(
  scope: Scope,
  part: { after: number; upTo: number; kinds: readonly EventKind[] | null; limit: number },
): Promise<EventRow[]> {
  const { after, upTo, kinds, limit } = part;
  const rows = await db(scope).event.findMany({
    where: { number: { gt: after, lte: upTo }, ...(kinds && { kind: { in: [...kinds] } }) },
    orderBy: { number: 'asc' },
    take: limit,
  });
  return withActors(rows, 'actor');
}

/** The newest number of each of these organizations that has any. */
export async function newestNumbers(ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await execute<{ id: string; newest: number }>(
    null,
    sql`SELECT c.organization_id AS id, c.last_number AS newest FROM event_counters c
        WHERE c.organization_id = ANY(${[...ids]}::uuid[])`,
    { prepared: true },
  );
  return new Map(rows.map(({ id, newest }) => [id, newest]));
}

/** A numbered event of the scope; null where there is none. */
export async function find(scope: Scope, id: string): Promise<EventRow | null> {
  const row = await selectRow(scope, MAPPING, id);
  if (row?.number == null) return null;
  const [found] = await withActors([row], 'actor');
  return found ?? null;
}

/** Which numbers of an organization of the scope are kept. */
export async function findWindow(scope: Scope, organizationId: string): Promise<NumberWindow> {
  const [found] = await execute<{ oldest: number | null; newest: number | null }>(
    scope,
    sql`SELECT (SELECT min(e.number) FROM events e
          WHERE ${tenant(scope, 'e')} AND e.organization_id = ${organizationId}::uuid) AS oldest,
        (SELECT c.last_number FROM event_counters c
          WHERE ${tenant(scope, 'c')} AND c.organization_id = ${organizationId}::uuid) AS newest`,
    { prepared: true },
  );
  return { oldest: found?.oldest ?? null, newest: found?.newest ?? 0 };
}

/**
 * Numbers events of an organization that have none, at most `limit`; returns how many. The migration that makes the
 * function says why it is one.
 */
export async function numberEvents(organizationId: string, limit: number): Promise<number> {
  const [row] = await execute<{ given: number }>(
    null,
    sql`SELECT number_events(${organizationId}::uuid, ${limit}::int) AS given`,
    { prepared: true },
  );
  return row?.given ?? 0;
}

/** The organizations with events that have no number. */
export async function organizationsWithoutNumbers(): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    null,
    sql`SELECT DISTINCT organization_id AS id FROM events WHERE number IS NULL`,
    { prepared: true },
  );
  return rows.map(({ id }) => id);
}

/** The organizations whose oldest event is older than `before`. */
export async function organizationsWithOldEvents(before: Date): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    null,
    sql`SELECT c.organization_id AS id FROM event_counters c
        CROSS JOIN LATERAL (SELECT e.created_at FROM events e
          WHERE e.organization_id = c.organization_id AND e.number IS NOT NULL ORDER BY e.number LIMIT 1) oldest
        WHERE oldest.created_at < ${before}::timestamptz`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes the oldest events of an organization, at most `limit`, up to the first that is not older than `before`, so
 * that the numbers that are kept have no gap. Returns how many.
 */
export async function deleteOldest(
  organizationId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const [row] = await execute<{ deleted: number }>(
    null,
    sql`WITH oldest AS (
          SELECT id, number, created_at FROM events
          WHERE organization_id = ${organizationId}::uuid AND number IS NOT NULL ORDER BY number LIMIT ${limit}::int
        ),
        deleted AS (
          DELETE FROM events e USING oldest
          WHERE e.id = oldest.id AND oldest.number < coalesce(
            (SELECT min(kept.number) FROM oldest kept WHERE kept.created_at >= ${before}::timestamptz), 2147483647)
          RETURNING e.id
        )
        SELECT count(*)::int AS deleted FROM deleted`,
  );
  return row?.deleted ?? 0;
}

/**
 * Takes what is in the events of a customer of the scope out of them; the numbers stay.
 */
export async function eraseOfCustomer(scope: Scope, customerId: string): Promise<void> {
  await execute(
    scope,
    sql`UPDATE events e SET snapshot = ${ERASED_SNAPSHOT}
        WHERE e.id IN ${eventsOfCustomer(scope, customerId)}`,
    { prepared: true },
  );
}
