import { listAndExport } from '@/lib/api/list';
import { hasPermission } from '@/lib/api/rights';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, insufficientScope, invalid, notFound, orNotFound } from '@/lib/contract/errors';
import { Notes } from '@/lib/database/connection/notes';
import { noteOrganization, type Scope } from '@/lib/database/connection/scope';
import { actorOf } from '@/lib/resources/actors/service';
import { recordEvents } from '@/lib/resources/audit-log/service';
import type { exportEvents } from '@/lib/resources/events/contract';
import * as repository from '@/lib/resources/events/repository';
import {
  canReadOn,
  causeOf,
  customerOf,
  kindsOf,
  type NumberWindow,
  permissionOf,
  type RecordedEvent,
} from '@/lib/resources/events/rules';
import { EVENT_KINDS, type Event, type EventKind } from '@/lib/resources/events/schema';
import { serializeEvent } from '@/lib/resources/events/serialize';
import { newId } from '@/lib/runtime/ids';

/** A transaction's events are buffered and written by one INSERT before its commit, or at this number. */
const MAX_BUFFERED = 500;
/** How many events one statement numbers. */
const NUMBERED_AT_ONCE = 1000;

type Query = QueryOf<typeof exportEvents>;

const reading = listAndExport(
  (scope, query: Query) => repository.list(scope, query, kindsFor(scope, query)),
  serializeEvent,
);

/**
 * A page of an organization's events. Throws 403 for a kind whose objects the caller may not read, 410 where `after`
 * is not among the numbers that are kept, 422 where a caller with several organizations names none.
 */
export async function listAll(scope: Scope, query: Query & { page: number; limit: number }) {
  await requireWindow(scope, query);
  return reading.listAll(scope, query);
}

/** Every event of the list; throws as {@link listAll} does. */
export async function* exportAll(scope: Scope, query: Query) {
  await requireWindow(scope, query);
  yield* reading.exportAll(scope, query);
}

/** Throws 404, also for an event of a kind that the caller may not read. */
export async function get(scope: Scope, id: string): Promise<Event> {
  const event = serializeEvent(orNotFound(await repository.find(scope, id), 'The event'));
  if (!hasPermission(scope, permissionOf(event.type))) throw notFound('The event');
  return event;
}

/** The kinds that a request is about and its caller may see; null is all. Throws 403 for one that is named. */
export function kindsFor(scope: Scope, { type }: Pick<Query, 'type'>): EventKind[] | null {
  const refused = type?.find((name) => !hasPermission(scope, permissionOf(name)));
  if (refused) throw insufficientScope(`The type ${refused}`, [permissionOf(refused)]);
  const readable = EVENT_KINDS.filter((kind) => hasPermission(scope, permissionOf(kind)));
  if (type) return kindsOf(type, readable);
  return readable.length === EVENT_KINDS.length ? null : readable;
}

type Place = Pick<Query, 'organization_id' | 'after'>;

/** Throws 422 and 410 as {@link listAll} does. */
async function requireWindow(scope: Scope, query: Place): Promise<void> {
  const id = organizationOf(scope, query);
  if (query.after !== undefined && id !== undefined) await openWindow(scope, id, query.after);
}

/** The organization that a request is about; undefined where it is none of the caller's. Throws 422 for several. */
export function organizationOf(
  { organizationIds }: Scope,
  { organization_id: named }: Place,
): string | undefined {
  const [only, ...others] = organizationIds.filter((id) => named?.includes(id) ?? true);
  if (others.length > 0) throw organizationMissing();
  return only;
}

/** 422 for a request that names no organization of the caller, or several. */
export function organizationMissing(): ApiError {
  return invalid({
    loc: ['query', 'organization_id'],
    msg: 'Specify one of your organizations: each numbers its events.',
    type: 'missing',
  });
}

/**
 * The numbers that are kept in an organization. Throws 410 where a reader who goes on after a number would miss events,
 * or has numbers of another database.
 */
export async function openWindow(scope: Scope, id: string, after: number): Promise<NumberWindow> {
  const window = await repository.findWindow(scope, id);
  if (canReadOn(window, after)) return window;
  throw new ApiError('ResourceUnavailable', 'No events are kept after this number.', {
    fields: { oldest_number: window.oldest, newest_number: window.newest },
  });
}

/** Events after a number and up to another, in the order of their numbers, of these kinds; null is all. */
export async function readOn(
  scope: Scope,
  part: { after: number; upTo: number; kinds: readonly EventKind[] | null; limit: number },
): Promise<Event[]> {
  return (await repository.readOn(scope, part)).map(serializeEvent);
}

/** The newest number of each of these organizations that has any. */
export function newestNumbers(ids: readonly string[]): Promise<Map<string, number>> {
  return repository.newestNumbers(ids);
}

/** The events of a transaction that are not written yet, and the organizations of all of them. */
interface Buffer {
  events: BufferedEvent[];
  organizationIds: Set<string>;
}

interface BufferedEvent extends RecordedEvent {
  organizationId: string;
  customerId: string | null;
  /** The snapshot as it was when the event was recorded: the object may change until the commit. */
  text: string;
  before?: object;
}

const buffers = new WeakMap<object, Buffer>();

export interface NewEvent {
  /** Made earlier where the event has its place before others of the transaction. */
  id?: string;
  kind: EventKind;
  organizationId: string;
  /** The object as the API shows it; its `id` is the event's object. */
  snapshot: { id: string };
  /** Whose object it is, where the object does not say so itself. */
  customerId?: string | null;
  /** The same before, where the audit log keeps what has changed of it. */
  before?: object;
}

/**
 * Writes an event in the transaction that causes it (docs/contract/events.md#recording), at the real time:
 * it is delivered and kept by that, whatever the organization's clock. Throws outside a transaction.
 */
export function record(scope: Scope, event: NewEvent): Promise<void> {
  return recordAll(scope, [event]);
}

/** Writes events in their order, in the transaction that causes them. Throws outside one. A quiet scope records none. */
export async function recordAll(scope: Scope, events: readonly NewEvent[]): Promise<void> {
  if (scope.isQuiet) return;
  const buffer = bufferOf(scope);
  for (const { id = newId(), snapshot, ...event } of events) {
    const { kind, organizationId } = event;
    const { customerId = customerOf({ kind, snapshot }) } = event;
    const text = JSON.stringify(snapshot);
    buffer.events.push({ ...event, id, objectId: snapshot.id, customerId, snapshot, text });
    buffer.organizationIds.add(organizationId);
    noteOrganization(scope, organizationId);
  }
  if (buffer.events.length > MAX_BUFFERED) await write(scope, buffer.events);
}

/** The buffer of the scope's transaction, which is written before the commit. Throws outside one. */
function bufferOf(scope: Scope): Buffer {
  const { transaction, beforeCommit, afterCommit } = scope;
  if (!transaction || !beforeCommit || !afterCommit) {
    throw new Error('An event is written in the transaction of its cause');
  }
  const known = buffers.get(transaction);
  if (known) return known;
  const buffer: Buffer = { events: [], organizationIds: new Set() };
  buffers.set(transaction, buffer);
  beforeCommit(() => write(scope, buffer.events));
  afterCommit(() => {
    // A key for each commit: one that was there already would be taken for written by the run that is under way.
    for (const id of buffer.organizationIds) numbering.add(newId(), id);
  });
  return buffer;
}

async function write(scope: Scope, events: BufferedEvent[]): Promise<void> {
  // The order of their ids is that of their places, which some have taken before they were recorded.
  const inOrder = events.splice(0).sort((one, other) => (one.id < other.id ? -1 : 1));
  const rows = inOrder.map(({ text, before: _, ...event }, place) => ({
    ...event,
    createdAt: scope.realTime,
    // Not `clockOf`, which throws where a request must wait for the clock: here it has moved.
    occurredAt: scope.testClocks?.get(event.organizationId)?.now ?? scope.realTime,
    snapshot: text,
    actor: actorOf(scope.caller),
    requestId: scope.requestId,
    causeId: causeOf(inOrder, place),
  }));
  while (rows.length > 0) await repository.create(scope, rows.splice(0, MAX_BUFFERED));
  await recordEvents(scope, inOrder);
}

/** Numbers events after their commits, beside the answers: one statement for all that were committed meanwhile. */
const numbering = new Notes<string>('the numbers of events', (noted) =>
  numberAll(new Set(noted.values())),
);

/**
 * Numbers what no process has numbered after its commit, because it ended or lost the database: each second on every
 * node.
 */
export async function numberWaiting(): Promise<void> {
  await numberAll(await repository.organizationsWithoutNumbers());
}

const listeners = new Set<() => void>();

/** Has something told each time that this process has numbered events; returns what ends that. */
export function onNumbered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the events that this process has committed are numbered. */
export function numbered(): Promise<void> {
  return numbering.written();
}

/** Numbers the events of organizations in turn, so that many of one do not keep the others waiting. */
async function numberAll(organizationIds: Iterable<string>): Promise<void> {
  let waiting = [...organizationIds];
  let failure: unknown;
  while (waiting.length > 0) {
    const unfinished: string[] = [];
    for (const id of waiting) {
      try {
        const given = await repository.numberEvents(id, NUMBERED_AT_ONCE);
        if (given > 0) for (const listener of listeners) listener();
        if (given === NUMBERED_AT_ONCE) unfinished.push(id);
      } catch (error) {
        failure = error;
      }
    }
    waiting = unfinished;
  }
  if (failure) throw failure;
}

/**
 * Takes the data of a customer out of the events that are kept, also out of those that the transaction records
 * (docs/contract/events.md#retention). Throws outside a transaction.
 */
export function eraseEventsOfCustomer(scope: Scope, customerId: string): void {
  // The buffer is written before this, though the first event may be recorded later.
  bufferOf(scope);
  scope.beforeCommit?.(() => repository.eraseOfCustomer(scope, customerId));
}
