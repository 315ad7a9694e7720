import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { apiDocumentOf } from '@/lib/api/openapi';
import { withoutPlace } from '@/lib/api/places';
import { hasPermission } from '@/lib/api/rights';
import { exampleOfWebhook } from '@/lib/client/api-example';
import {
  ApiError,
  bodyProblem,
  insufficientScope,
  invalid,
  orNotFound,
} from '@/lib/contract/errors';
import { noteOrganization, type Scope } from '@/lib/database/connection/scope';
import { tenantRule } from '@/lib/integrations/outgoing/addresses';
import { type OutgoingAnswer, sendRequest } from '@/lib/integrations/outgoing/request';
import { type ChatMessage, discordBody, slackBody } from '@/lib/integrations/webhooks/chat';
import { messageBody, messageHeaders } from '@/lib/integrations/webhooks/message';
import { permissionOf } from '@/lib/resources/events/rules';
import type { EventKind } from '@/lib/resources/events/schema';
import { get as getEvent } from '@/lib/resources/events/service';
import type {
  ClaimedDelivery,
  DeliveredEvent,
  Destination,
  Sent,
  Try,
} from '@/lib/resources/webhook-deliveries/repository';
import * as repository from '@/lib/resources/webhook-deliveries/repository';
import {
  afterTry,
  chatMessage,
  outcomeOfStatus,
  payloadOf,
} from '@/lib/resources/webhook-deliveries/rules';
import {
  type EndpointRedelivery,
  type EventRedelivery,
  MAX_REDELIVERED,
  type Redelivered,
  type WebhookAttempt,
  type WebhookDelivery,
} from '@/lib/resources/webhook-deliveries/schema';
import {
  serializeWebhookAttempt,
  serializeWebhookDelivery,
} from '@/lib/resources/webhook-deliveries/serialize';

import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

/** A try takes this at most: name lookup, connection, answer and its body. */
const TRY_MS = 10_000;
/** So many bytes of an answer's body are kept, and of a test's are answered. */
const MAX_BODY = 16 * 1024;
const MAX_TESTED_BODY = 2 * 1024;
/** What urls and secrets of endpoints are encrypted for. */
const PURPOSE = 'webhook endpoints';

/** Encrypts the url or the secret of an endpoint, which are decrypted to send a message. */
export function sealForEndpoint(text: string): string {
  return encrypt(text, PURPOSE);
}

/** Reverses {@link sealForEndpoint}. */
export function openForEndpoint(sealed: string): string {
  return decrypt(sealed, PURPOSE);
}

export const { listAll, exportAll } = listAndExport(repository.list, serializeWebhookDelivery);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<WebhookDelivery> {
  return serializeWebhookDelivery(orNotFound(await repository.find(scope, id), 'The delivery'));
}

/**
 * Sends an event again. Throws 404 where the caller may not read it, 422 at `endpoint_id` for one that is not there or
 * switched off.
 */
export async function redeliverEvent(
  scope: Scope,
  eventId: string,
  { endpoint_id: endpointId = null }: EventRedelivery,
): Promise<Redelivered> {
  const event = await getEvent(scope, eventId);
  return commit(scope, async (scope) => {
    noteOrganization(scope, event.organization_id);
    if (endpointId !== null) await requireEndpoint(scope, endpointId, event.organization_id);
    const now = scope.realTime;
    return { count: await repository.redeliverEvent(scope, eventId, endpointId, now) };
  });
}

async function requireEndpoint(scope: Scope, id: string, organizationId: string): Promise<void> {
  const found = await repository.findDestination(scope, id);
  if (found?.organizationId !== organizationId) {
    const problem = 'This organization has no webhook endpoint with this ID.';
    throw invalid(bodyProblem('endpoint_id', problem));
  }
  if (!found.isEnabled) throw invalid(bodyProblem('endpoint_id', 'Turn this endpoint on first.'));
}

/** Sends to an endpoint what it was sent before. Throws 404, and 422 for more than {@link MAX_REDELIVERED} events. */
export function redeliverToEndpoint(
  scope: Scope,
  endpointId: string,
  body: EndpointRedelivery,
): Promise<Redelivered> {
  return commit(scope, async (scope) => {
    const found = orNotFound(await repository.findDestination(scope, endpointId), ENDPOINT);
    noteOrganization(scope, found.organizationId);
    requireReadable(scope, body.types ?? []);
    if (!found.isEnabled) throw invalid(bodyProblem([], 'Turn this endpoint on first.'));
    const count = await repository.redeliverToEndpoint(scope, endpointId, body, {
      now: scope.realTime,
      limit: MAX_REDELIVERED + 1,
    });
    if (count > MAX_REDELIVERED) {
      const problem = `More than ${MAX_REDELIVERED} events match. Narrow them by after, before, or types.`;
      throw invalid(bodyProblem([], problem));
    }
    return { count };
  });
}

const ENDPOINT = 'The webhook endpoint';

/** Throws 403 for a kind of event whose objects the caller may not read. */
export function requireReadable(scope: Scope, types: readonly EventKind[]): void {
  const refused = types.find((type) => !hasPermission(scope, permissionOf(type)));
  if (refused) throw insufficientScope(`The type ${refused}`, [permissionOf(refused)]);
}

/** Has nothing more sent to an endpoint that is switched off or deleted. */
export function skipPending(scope: Scope, endpointId: string): Promise<void> {
  return repository.skipPending(scope, endpointId, scope.realTime);
}

/** Has sent to an endpoint what it missed while it was switched off, in the order of the events. */
export function sendSkipped(scope: Scope, endpointId: string): Promise<void> {
  return repository.sendSkipped(scope, endpointId, scope.realTime);
}

/**
 * Takes what receivers answered about a customer out of what is kept, of at most `limit` tries
 * (docs/contract/events.md#retention). Returns of how many.
 */
export function eraseDeliveriesOfCustomer(
  scope: Scope,
  customerId: string,
  limit: number,
): Promise<number> {
  return repository.eraseOfCustomer(scope, customerId, limit);
}

/**
 * Sends a test to an endpoint of the scope and answers what came of it: the newest event of the kind as a new message, or
 * an example. Throws 404, and 403 for a kind whose objects the caller may not read.
 */
export async function sendTest(
  scope: Scope,
  endpointId: string,
  type: EventKind,
): Promise<WebhookAttempt> {
  requireReadable(scope, [type]);
  const destination = orNotFound(await repository.findDestination(scope, endpointId), ENDPOINT);
  const { organizationId } = destination;
  const newest = await repository.findNewestEvent(scope, organizationId, type);
  const event = newest ?? exampleEvent(type, scope.realTime);
  const id = newId();
  const { isAborted: _, ...sent } = await oneOfFew(organizationId, () =>
    send(destination, event, { id, isTest: true, at: scope.realTime }),
  );
  const status = sent.outcome === 'succeeded' ? 'succeeded' : 'failed';
  return commit(scope, async (scope) => {
    // It may have been deleted meanwhile.
    orNotFound(await repository.findDestination(scope, endpointId), ENDPOINT);
    const row = await repository.createTest(
      scope,
      {
        id,
        organizationId,
        createdAt: sent.at,
        endpointId,
        eventId: event.eventId,
        number: event.number,
        type,
        objectId: event.objectId,
        status,
        isOrdered: false,
        isTest: true,
        attemptsCount: 1,
      },
      { ...sent, id: newId(), organizationId, deliveryId: id, endpointId },
    );
    const attempt = serializeWebhookAttempt(row);
    const { response_body: body } = attempt;
    const isLong = body !== null && body.length > MAX_TESTED_BODY;
    return isLong
      ? { ...attempt, response_body: body.slice(0, MAX_TESTED_BODY), is_response_cut: true }
      : attempt;
  });
}

/** So many tests an organization has under way at once on a node. */
const MAX_TESTS = 2;
const tests = new Map<string, number>();

/**
 * Waits for a receiver without the request's place, which others have meanwhile. Throws 429 where the organization waits
 * for as many already.
 */
async function oneOfFew<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  const open = tests.get(organizationId) ?? 0;
  if (open >= MAX_TESTS) {
    const detail = 'Wait for the tests that are under way.';
    throw new ApiError('TooManyRequests', detail, { headers: { 'Retry-After': '10' } });
  }
  tests.set(organizationId, open + 1);
  try {
    return await withoutPlace(work);
  } finally {
    const left = (tests.get(organizationId) ?? 1) - 1;
    if (left === 0) tests.delete(organizationId);
    else tests.set(organizationId, left);
  }
}

/** An event of a kind as one could be, made of its schema. */
function exampleEvent(type: EventKind, now: Date): DeliveredEvent {
  const document = apiDocumentOf([], { [type]: payloadOf(type) });
  const { data } = exampleOfWebhook(document, type);
  return { eventId: null, number: null, type, objectId: null, createdAt: now, data };
}

/** Tries a delivery that was claimed, at a moment; `signal` breaks it off, and then it is null. */
export async function tryDelivery(
  delivery: ClaimedDelivery,
  at: Date,
  signal: AbortSignal,
): Promise<Try | null> {
  const { claimId, organizationId, endpointId, id: deliveryId } = delivery;
  const named = { id: newId(), deliveryId, claimId, organizationId, endpointId };
  // Its event is older than events are kept.
  if (delivery.isGone) {
    const why = failed(at, 'The event is no longer kept.');
    return { ...why, ...named, status: 'failed', nextAttemptAt: null };
  }
  const sent = await sendOrFail(delivery, at, signal);
  if (sent.isAborted) return null;
  const next = afterTry({
    outcome: sent.outcome,
    tries: delivery.attemptsCount + 1,
    at: new Date(at.getTime() + sent.latencyMs),
    retryAfter: sent.responseHeaders['retry-after'],
    random: Math.random(),
  });
  const { isAborted: _, ...what } = sent;
  return { ...what, ...next, ...named };
}

/** What cannot be made is a try that has failed, so that it ends as others do. */
async function sendOrFail(
  delivery: ClaimedDelivery,
  at: Date,
  signal: AbortSignal,
): Promise<Sent & { isAborted: boolean }> {
  try {
    return await send(delivery, delivery, {
      id: delivery.eventId ?? '',
      isTest: false,
      at,
      signal,
    });
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'a webhook could not be made');
    return { ...failed(at, 'The message could not be made.'), isAborted: false };
  }
}

/** A try without a request. */
function failed(at: Date, error: string): Sent {
  return {
    at,
    outcome: 'unreachable',
    httpStatus: null,
    latencyMs: 0,
    requestHeaders: {},
    responseHeaders: {},
    responseBody: null,
    isResponseCut: false,
    error,
  };
}

async function send(
  destination: Destination,
  event: DeliveredEvent,
  { id, isTest, at, signal }: { id: string; isTest: boolean; at: Date; signal?: AbortSignal },
): Promise<Sent & { isAborted: boolean }> {
  const message = { id, body: bodyFor(destination, event), number: event.number, isTest };
  const requestHeaders = messageHeaders(message, at, secretsOf(destination, at));
  const started = performance.now();
  const answer = await sendRequest({
    url: openForEndpoint(destination.sealedUrl),
    headers: requestHeaders,
    body: message.body,
    rule: tenantRule(),
    timeoutMs: TRY_MS,
    maxBytes: MAX_BODY,
    ...(signal && { signal }),
  });
  const latencyMs = Math.round(performance.now() - started);
  const isAborted = answer.outcome === 'aborted';
  return { at, latencyMs, requestHeaders, ...told(answer), isAborted };
}

/** What is kept of an answer. PostgreSQL takes no NUL in text. */
function told(answer: OutgoingAnswer): Omit<Sent, 'at' | 'latencyMs' | 'requestHeaders'> {
  if (answer.outcome !== 'answered') {
    const outcome = answer.outcome === 'aborted' ? 'unreachable' : answer.outcome;
    const nothing = { httpStatus: null, responseHeaders: {}, responseBody: null };
    return { outcome, ...nothing, isResponseCut: false, error: answer.error };
  }
  const { status, headers, body, isCut } = answer;
  const text = body.toString('utf8').replaceAll('\0', '');
  return {
    ...outcomeOfStatus(status),
    httpStatus: status,
    responseHeaders: headers,
    responseBody: text === '' ? null : text,
    isResponseCut: isCut,
  };
}

function bodyFor({ format, slug }: Destination, event: DeliveredEvent): string {
  const { type, createdAt, data } = event;
  if (format === 'raw') return messageBody(type, createdAt, data);
  const message: ChatMessage = chatMessage(event, `${publicUrl()}/dashboard/${slug}`);
  return format === 'discord' ? discordBody(message) : slackBody(message);
}

/** The secrets that sign now: for a while after a rotation the one before as well. */
function secretsOf(destination: Destination, now: Date): string[] {
  const { sealedSecret, previousSealedSecret, previousSecretUntil } = destination;
  const isOverlap = previousSecretUntil !== null && previousSecretUntil > now;
  const sealed = [
    sealedSecret,
    ...(isOverlap && previousSealedSecret ? [previousSealedSecret] : []),
  ];
  return sealed.map(openForEndpoint);
}
