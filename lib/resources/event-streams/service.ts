import type { StreamedEvent } from '@/lib/api/event-stream';
import { EventStreams, type Part } from '@/lib/api/event-streams';
import type { HandlerInput } from '@/lib/api/implement';
import type { StreamRequest } from '@/lib/api/stream';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, invalid, orNotFound } from '@/lib/contract/errors';
import { type Caller, type Scope, systemScope } from '@/lib/database/connection/scope';
import type { streamEvents } from '@/lib/resources/events/contract';
import type { Event, EventKind } from '@/lib/resources/events/schema';
import {
  kindsFor,
  newestNumbers,
  openWindow,
  organizationMissing,
  organizationOf,
  readOn,
} from '@/lib/resources/events/service';

type Query = QueryOf<typeof streamEvents>;

const LAST_NUMBER = 2_147_483_647;

declare global {
  var tilldeskStreams: EventStreams | undefined;
}

/** Those of this process, also where a bundler loads this module twice. */
globalThis.tilldeskStreams ??= nodeStreams();
const streams = globalThis.tilldeskStreams;

/** The streams of a node. */
export function nodeStreams(): EventStreams {
  return new EventStreams({ newest: newestNumbers, newestAfter, read });
}

/** Has the readers of all streams of this node come back to another one. */
export function stopStreams(): Promise<void> {
  return streams.stop();
}

/**
 * Answers a stream of an organization's events (docs/contract/events.md#stream). Throws as the list does, 422 for a
 * caller who names no organization of his, and 429 where too many streams are open.
 */
export async function openStream(
  { scope, query }: Pick<HandlerInput<never, never, never>, 'scope'> & { query: Query },
  { lastEventId, scopeNow, withPlaces }: StreamRequest,
  node = streams,
): Promise<Response> {
  const types = typesFor(scope, query);
  const organizationId = organizationOf(scope, query);
  if (organizationId === undefined) throw organizationMissing();
  const after = numberOf(lastEventId) ?? query.after;
  const window = await openWindow(scope, organizationId, after ?? 0);
  const oldest = window.oldest ?? window.newest + 1;
  return node.open({
    organizationId,
    after: after === undefined ? window.newest : Math.max(after, oldest - 1),
    types,
    holders: holdersOf(scope.caller),
    withPlaces,
    typesNow: async () => {
      const now = await scopeNow();
      orNotFound(
        now.organizationIds.find((id) => id === organizationId),
        'The organization',
      );
      return typesFor(now, query);
    },
  });
}

function typesFor(scope: Scope, query: Query): ReadonlySet<EventKind> | null {
  const kinds = kindsFor(scope, query);
  return kinds && new Set(kinds);
}

/** The number in `Last-Event-ID`; undefined without one. Throws 422 for what is no number of an event. */
function numberOf(lastEventId: string | null): number | undefined {
  if (!lastEventId) return undefined;
  const number = Number(lastEventId);
  if (/^\d{1,10}$/.test(lastEventId) && number <= LAST_NUMBER) return number;
  throw invalid({
    loc: ['header', 'Last-Event-ID'],
    msg: 'This is not the number of an event.',
    type: 'int_parsing',
  });
}

function holdersOf(caller: Caller): string[] {
  if (caller.kind === 'organization') return [caller.app?.grantId ?? caller.tokenId];
  if (caller.kind !== 'user') return [];
  const credential = caller.app?.grantId ?? caller.credentialId;
  return credential ? [caller.userId, credential] : [caller.userId];
}

async function newestAfter(organizationId: string, after: number): Promise<number | null> {
  try {
    return (await openWindow(systemScope(organizationId), organizationId, after)).newest;
  } catch (error) {
    if (error instanceof ApiError && error.name === 'ResourceUnavailable') return null;
    throw error;
  }
}

async function read(organizationId: string, part: Part): Promise<StreamedEvent[]> {
  const { after, upTo = LAST_NUMBER, types, limit } = part;
  const kinds = types && ([...types] as EventKind[]);
  const events = await readOn(systemScope(organizationId), { after, upTo, kinds, limit });
  return events.map(streamed);
}

function streamed(event: Event): StreamedEvent {
  return { number: event.number, type: event.type, text: JSON.stringify(event) };
}
