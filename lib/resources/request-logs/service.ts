import type { AnsweredRequest } from '@/lib/api/implement';
import { listAndExport } from '@/lib/api/list';
import { readBody } from '@/lib/api/request';
import type { QueryOf } from '@/lib/contract/contract';
import { orNotFound } from '@/lib/contract/errors';
import { masked } from '@/lib/contract/secret';
import { DAY_MS, hourOf } from '@/lib/contract/times';
import { Notes } from '@/lib/database/connection/notes';
import { callerName, type Scope } from '@/lib/database/connection/scope';
import { actorOf, withActors } from '@/lib/resources/actors/service';
import { countAnswer } from '@/lib/resources/refusals/service';
import type { exportRequestLogs } from '@/lib/resources/request-logs/contract';
import type { LinePlace } from '@/lib/resources/request-logs/repository';
import * as repository from '@/lib/resources/request-logs/repository';
import {
  LineBudget,
  type LineOwner,
  namedObjects,
  organizationOfAnswer,
  shownPath,
  sizeOfLine,
} from '@/lib/resources/request-logs/rules';
import { KEPT_DAYS, MAX_BODY_BYTES, type RequestLog } from '@/lib/resources/request-logs/schema';
import { serializeRequestLog } from '@/lib/resources/request-logs/serialize';
import { countRead } from '@/lib/resources/tokens/service';
import { loggedAddress } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';

export type { LinePlace };

/** How long lines gather before they are written together. */
const PAUSE_MS = 1000;
/** How many lines one statement writes. */
const WRITTEN_AT_ONCE = 200;
/** So many organizations have their dropped lines counted between two writes: callers may make up names. */
const MAX_COUNTED = 1000;

type Query = QueryOf<typeof exportRequestLogs>;

const reading = listAndExport(
  (scope, query: Query) => repository.list(scope, query, withCallers),
  serializeRequestLog,
);
export const { exportAll } = reading;

/** A page of requests, with how many of its time were not kept. */
export async function listAll(scope: Scope, query: Query & { page: number; limit: number }) {
  const since = new Date(scope.realTime.getTime() - KEPT_DAYS * DAY_MS);
  const dropped = await repository.countDropped(scope, query, since);
  return Object.assign(await reading.listAll(scope, query), { dropped });
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<RequestLog> {
  const row = orNotFound(await repository.find(scope, id), 'The request');
  const [named = row] = await withCallers([row]);
  return serializeRequestLog(named);
}

function withCallers(rows: repository.RequestLogRow[]): Promise<repository.RequestLogRow[]> {
  return withActors(rows, 'caller');
}

/** A line that is to be written, with what it takes to make it: nothing else of the request stays in memory. */
interface Line extends Omit<AnsweredRequest, 'organizationIds' | 'organization' | 'named'> {
  organizationId: string;
  requestBytes: number | null;
}

const budget = new LineBudget();
/** Lines that were not kept, by organization and hour. */
let dropped = new Map<string, { organization_id: string; hour: string; count: number }>();

const lines = new Notes<Line>('the request log', write, { pauseMs: PAUSE_MS });

/**
 * Notes an answered request: a write or an error as a line of the log, a read by a token as one more of its hour
 * (docs/contract/events.md#request-log). Nothing waits for it.
 */
export function noteAnswer(answer: AnsweredRequest): void {
  const { operation, status, tokenId, at } = answer;
  if (operation.method === 'GET' && status < 400) {
    if (tokenId) countRead(tokenId, operation.id, at);
    return;
  }
  const organizationId = organizationOf(answer);
  if (organizationId === null) return;
  countAnswer(answer, organizationId);
  const line = lineOf(answer, organizationId);
  const texts = [...Object.values(line.params), line.search, line.requestId, line.idempotencyKey];
  const answered = line.body === undefined ? 0 : (line.responseBytes ?? 0);
  const owner = ownerOf(answer, organizationId);
  if (budget.take(owner, sizeOfLine([...texts, line.rawBody], answered))) lines.add(newId(), line);
  else drop(owner, at);
}

function lineOf(
  { organizationIds: _all, organization: _known, named: _named, ...answer }: AnsweredRequest,
  organizationId: string,
): Line {
  const { rawBody, body, responseBytes } = answer;
  const requestBytes = rawBody === undefined ? null : Buffer.byteLength(rawBody);
  return {
    ...answer,
    organizationId,
    requestBytes,
    rawBody: (requestBytes ?? 0) > MAX_BODY_BYTES ? undefined : rawBody,
    body: (responseBytes ?? 0) > MAX_BODY_BYTES ? undefined : body,
  };
}

/** Resolves when what was answered by now is in the log. */
export function logged(): Promise<void> {
  return lines.written();
}

/** The organization whose request it is; null where it is of none, or of one of several that it does not name. */
function organizationOf({ caller, organizationIds, organization, body, named }: AnsweredRequest) {
  if (organization !== undefined) return organization;
  if (caller === undefined) return null;
  if (caller.kind === 'public') return organizationOfAnswer(body) ?? organizationOfAnswer(named);
  const answered = organizationOfAnswer(body);
  return answered !== null && organizationIds.includes(answered) ? answered : null;
}

/** Whoever calls without a credential is told apart by the address. */
function ownerOf({ caller, ip }: AnsweredRequest, organizationId: string): LineOwner {
  const kind = caller?.kind ?? 'public';
  if (caller === undefined || kind === 'public') {
    return { caller: `public:${ip}`, kind: 'anonymous', organizationId };
  }
  switch (kind) {
    case 'checkout':
    case 'customer':
      return { caller: callerName(caller), kind: 'buyer', organizationId };
    default:
      return { caller: callerName(caller), kind: 'seller', organizationId };
  }
}

function drop(
  { organizationId, kind }: Pick<LineOwner, 'organizationId' | 'kind'>,
  at: Date,
): void {
  const hour = hourOf(at).toISOString();
  const key = `${organizationId} ${hour}`;
  const known = dropped.get(key);
  // Those without a credential may make up names, and leave room for the others.
  const most = kind === 'anonymous' ? MAX_COUNTED / 2 : MAX_COUNTED;
  if (!known && dropped.size >= most) return;
  dropped.set(key, {
    organization_id: organizationId,
    hour,
    count: (known?.count ?? 0) + 1,
  });
}

async function write(noted: ReadonlyMap<string, Line>): Promise<void> {
  budget.clear();
  const all = [...noted];
  for (let start = 0; start < all.length; start += WRITTEN_AT_ONCE) {
    const part = all.slice(start, start + WRITTEN_AT_ONCE);
    try {
      await repository.insert(part.map(([id, line]) => rowOf(id, line)));
    } catch (error) {
      for (const [, { organizationId, at }] of all.slice(start)) {
        drop({ organizationId, kind: 'seller' }, at);
      }
      throw error;
    }
  }
  if (dropped.size === 0) return;
  const counted = dropped;
  dropped = new Map();
  await repository.addDropped([...counted.values()]);
}

function rowOf(id: string, line: Line): repository.NewRequestLog {
  const { organizationId, operation, params, search, caller, body, rawBody, status } = line;
  const request = rawBody === undefined ? undefined : readBody(operation, rawBody);
  const isError = status >= 400;
  const { error } = (isError && body ? body : {}) as { error?: unknown };
  return {
    id,
    organization_id: organizationId,
    created_at: line.at.toISOString(),
    request_id: line.requestId,
    method: operation.method,
    path: shownPath(operation, params, new URLSearchParams(search)),
    operation: operation.id,
    status,
    error: typeof error === 'string' ? error : null,
    caller: caller ? actorOf(caller) : { type: 'buyer' },
    token_id: line.tokenId ?? null,
    latency_ms: Math.round(line.latencyMs),
    client_address: loggedAddress(line.ip),
    idempotency_key: line.idempotencyKey === null ? null : digest(line.idempotencyKey),
    is_replayed: line.isReplayed,
    request_body: operation.body ? (masked(operation.body, request) ?? null) : null,
    request_bytes: line.requestBytes,
    response_body: isError ? (body ?? null) : answered(line),
    response_bytes: line.responseBytes,
    object_ids: namedObjects(params, request, isError ? null : body, callerObjects(line)),
  };
}

/** What an answer without an error prints, secrets masked. */
function answered({ operation: { response }, body }: Line): unknown {
  return response && body !== undefined ? (masked(response, body) ?? null) : null;
}

/** What a caller without an account is about. */
function callerObjects({ caller }: Line): object | null {
  switch (caller?.kind) {
    case 'checkout':
      return { id: caller.checkoutId };
    case 'customer':
      return { id: caller.customerId };
    default:
      return null;
  }
}

/** How many lines are looked through by one statement, which a body makes 32 KiB long at most. */
const ERASED_AT_ONCE = 500;

/**
 * Takes what names a customer out of the next lines of the scope after a place, up to a time
 * (docs/contract/events.md#request-log). Returns where to go on; null where none is left.
 */
export async function eraseRequestsOfCustomer(
  scope: Scope,
  customer: { id: string; email: string },
  { after, until }: { after: LinePlace; until: Date },
): Promise<LinePlace | null> {
  const upTo = await repository.findPlace(scope, { after, until, limit: ERASED_AT_ONCE });
  await repository.eraseOfCustomer(scope, customer, { after, upTo, until });
  return upTo;
}
