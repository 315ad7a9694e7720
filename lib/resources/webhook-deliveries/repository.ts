import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import type { Prisma, WebhookAttempt } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  ID,
  idFilter,
  type ListDefinition,
  required,
  textFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import { eventsOfCustomer } from '@/lib/resources/events/relations';
import type { Event, EventKind } from '@/lib/resources/events/schema';
import type { exportWebhookDeliveries } from '@/lib/resources/webhook-deliveries/contract';
import type { Allotment, DueEndpoint } from '@/lib/resources/webhook-deliveries/rules';
import type {
  EndpointRedelivery,
  WebhookDeliverySort,
  WebhookDeliveryStatus,
  WebhookFormat,
  WebhookOutcome,
} from '@/lib/resources/webhook-deliveries/schema';

export type AttemptRow = WebhookAttempt;

const rows = crud('WebhookDelivery', { attempts: true });
export const { find } = rows;

export type WebhookDeliveryRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const LIST: ListDefinition<WebhookDeliverySort> = {
  table: 'webhook_deliveries',
  // What an answer to the list holds of each: the bodies of its attempts.
  bytes: sql`(SELECT coalesce(sum(length(a.response_body)), 0)::int FROM webhook_attempts a WHERE a.delivery_id = t.id)`,
  sorts: { created_at: required(sql`t.created_at`) },
};

/** The scope's deliveries. */
export function list(scope: Scope, request: QueryOf<typeof exportWebhookDeliveries>) {
  const conditions = [
    idFilter('t.endpoint_id', request.endpoint_id),
    idFilter('t.event_id', request.event_id),
    textFilter('t.type', request.type),
    enumFilter('t.status', 'webhook_delivery_status', request.status),
    namedBy(request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}

/** A search: the id of a delivery, its event or its object, or a kind. */
function namedBy(query: string | undefined): Sql | undefined {
  const text = query?.trim();
  if (!text) return undefined;
  if (!ID.test(text)) return sql`t.type = ${text}::text`;
  return sql`(t.id = ${text}::uuid OR t.event_id = ${text}::uuid OR t.object_id = ${text}::uuid)`;
}

/** Where and how an endpoint gets its messages; urls and secrets are encrypted. */
export interface Destination {
  endpointId: string;
  organizationId: string;
  slug: string;
  sealedUrl: string;
  format: WebhookFormat;
  sealedSecret: string;
  previousSealedSecret: string | null;
  previousSecretUntil: Date | null;
  isEnabled: boolean;
}

const DESTINATION = sql`w.id AS "endpointId", w.organization_id AS "organizationId", o.slug,
  w.sealed_url AS "sealedUrl", w.format, w.sealed_secret AS "sealedSecret",
  w.previous_sealed_secret AS "previousSealedSecret", w.previous_secret_until AS "previousSecretUntil", w.is_enabled AS "isEnabled"`;

/** An event as it is delivered. */
export interface DeliveredEvent {
  eventId: string | null;
  number: number | null;
  type: EventKind;
  objectId: string | null;
  createdAt: Date;
  data: Event['data'];
}

/** A delivery that a node has claimed. */
export interface ClaimedDelivery extends Destination, DeliveredEvent {
  id: string;
  claimId: string;
  attemptsCount: number;
  /** Its event is no longer kept. */
  isGone: boolean;
}

/**
 * The endpoints of all organizations that have something due. The partial index of what is pending is read from one
 * endpoint to the next, so that those without anything pending cost nothing.
 */
export function findDue(now: Date): Promise<DueEndpoint[]> {
  const next = (after: Sql) => sql`(SELECT p.endpoint_id FROM webhook_deliveries p
    WHERE p.status = 'pending' ${after} ORDER BY p.endpoint_id LIMIT 1)`;
  return execute<DueEndpoint>(
    null,
    sql`WITH RECURSIVE waiting AS (
          SELECT ${next(sql``)} AS id
          UNION ALL SELECT ${next(sql`AND p.endpoint_id > waiting.id`)} FROM waiting WHERE waiting.id IS NOT NULL
        )
        SELECT w.id AS "endpointId", w.organization_id AS "organizationId", h.failing_since IS NOT NULL AS "isFailing"
        FROM waiting JOIN webhook_endpoints w ON w.id = waiting.id JOIN webhook_endpoint_health h ON h.endpoint_id = w.id
        WHERE w.is_enabled AND EXISTS (SELECT FROM webhook_deliveries d
          WHERE d.endpoint_id = w.id AND d.status = 'pending' AND d.next_attempt_at <= ${now}::timestamptz)`,
    { prepared: true },
  );
}

/** Whether an earlier delivery about the object of `d` waits, and so this one too, if it is ordered. */
const isHeldBack = (condition: Sql) => sql`d.is_ordered AND EXISTS (SELECT FROM webhook_deliveries e
  WHERE e.endpoint_id = d.endpoint_id AND e.object_id = d.object_id AND e.status = 'pending' AND e.is_ordered
    AND e.number < d.number ${condition})`;

/**
 * Claims due deliveries until `until`, when others may take them. One that is ordered waits for the earlier ones about
 * its object. The rows of the endpoints' health are locked first, so that what other nodes have claimed is seen: an
 * endpoint is served by one of them at a time.
 */
export async function claim(
  allotments: readonly Allotment[],
  { claimId, now, until }: { claimId: string; now: Date; until: Date },
): Promise<ClaimedDelivery[]> {
  const ids = allotments.map(({ endpointId }) => endpointId);
  // Of no organization: its rows are found by their endpoints.
  return transaction(systemScope(NO_ORGANIZATION), async (scope) => {
    const locked = await execute<{ id: string }>(
      scope,
      sql`SELECT endpoint_id AS id FROM webhook_endpoint_health
          WHERE endpoint_id = ANY(${ids}::uuid[]) ORDER BY endpoint_id FOR UPDATE SKIP LOCKED`,
      { prepared: true },
    );
    const mine = new Set(locked.map(({ id }) => id));
    const taken = allotments.filter(({ endpointId }) => mine.has(endpointId));
    if (taken.length === 0) return [];
    const claimed = await execute<ClaimedDelivery>(
      scope,
      sql`WITH chosen AS (
          SELECT due.id FROM unnest(${taken.map(({ endpointId }) => endpointId)}::uuid[],
            ${taken.map(({ deliveries }) => deliveries)}::int[]) AS a (endpoint_id, most)
          CROSS JOIN LATERAL (
            SELECT d.id FROM webhook_deliveries d
            WHERE d.endpoint_id = a.endpoint_id AND d.status = 'pending' AND d.next_attempt_at <= ${now}::timestamptz
              AND NOT (${isHeldBack(sql``)})
            ORDER BY d.next_attempt_at, d.number LIMIT a.most FOR UPDATE OF d SKIP LOCKED
          ) due
          WHERE NOT EXISTS (SELECT FROM webhook_deliveries b
            WHERE b.endpoint_id = a.endpoint_id AND b.status = 'pending' AND b.claim_id <> ${claimId}::uuid
              AND b.next_attempt_at > ${now}::timestamptz)
        ), claimed AS (
          UPDATE webhook_deliveries d SET claim_id = ${claimId}::uuid, next_attempt_at = ${until}::timestamptz
          FROM chosen WHERE d.id = chosen.id RETURNING d.*
        )
        SELECT d.id, d.claim_id AS "claimId", d.attempts_count AS "attemptsCount", d.event_id AS "eventId", d.number,
          d.type, d.object_id AS "objectId", e.created_at AS "createdAt", e.snapshot AS data, e.id IS NULL AS "isGone", ${DESTINATION}
        FROM claimed d JOIN webhook_endpoints w ON w.id = d.endpoint_id JOIN organizations o ON o.id = w.organization_id
        LEFT JOIN events e ON e.id = d.event_id`,
      { prepared: true },
    );
    const served = new Set(claimed.map(({ endpointId }) => endpointId));
    await postponeHeldBack(
      scope,
      ids.filter((id) => mine.has(id) && !served.has(id)),
      now,
    );
    return claimed;
  });
}

/**
 * Has what is due at these endpoints, and held back by a delivery that has failed, wait until that is tried again: it
 * would be looked at each time until then.
 */
async function postponeHeldBack(
  scope: Scope,
  endpointIds: readonly string[],
  now: Date,
): Promise<void> {
  if (endpointIds.length === 0) return;
  const failed = sql`AND e.claim_id IS NULL AND e.next_attempt_at > ${now}::timestamptz`;
  await execute(
    scope,
    sql`UPDATE webhook_deliveries t SET next_attempt_at = held.until FROM (
          SELECT d.id, (SELECT e.next_attempt_at FROM webhook_deliveries e
            WHERE e.endpoint_id = d.endpoint_id AND e.object_id = d.object_id AND e.status = 'pending' AND e.is_ordered
            ORDER BY e.number LIMIT 1) AS until
          FROM webhook_deliveries d
          WHERE d.endpoint_id = ANY(${[...endpointIds]}::uuid[]) AND d.status = 'pending'
            AND d.next_attempt_at <= ${now}::timestamptz AND ${isHeldBack(failed)}
          FOR UPDATE OF d SKIP LOCKED
        ) held
        WHERE t.id = held.id`,
    { prepared: true },
  );
}

const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** What a try has sent, and what came back. */
export interface Sent {
  at: Date;
  outcome: WebhookOutcome;
  httpStatus: number | null;
  latencyMs: number;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  responseBody: string | null;
  isResponseCut: boolean;
  error: string | null;
}

/** What came of a try of a delivery. */
export interface Try extends Sent {
  id: string;
  deliveryId: string;
  claimId: string;
  organizationId: string;
  endpointId: string;
  status: WebhookDeliveryStatus;
  nextAttemptAt: Date | null;
}

/**
 * Writes what came of tries, in one statement; returns since when their endpoints fail. A delivery that another node
 * has claimed meanwhile stays as it is, as does one that was deleted.
 */
export function writeTries(
  tries: readonly Try[],
): Promise<{ endpointId: string; organizationId: string; failingSince: Date | null }[]> {
  return execute(
    null,
    sql`WITH tried AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(tries)}::jsonb) AS t ("id" uuid, "deliveryId" uuid, "claimId" uuid,
          "organizationId" uuid, "endpointId" uuid, "at" timestamptz, "outcome" text, "httpStatus" int,
          "latencyMs" int, "requestHeaders" jsonb, "responseHeaders" jsonb, "responseBody" text, "isResponseCut" boolean,
          "error" text, "status" webhook_delivery_status, "nextAttemptAt" timestamptz)
      ), updated AS (
        UPDATE webhook_deliveries d SET claim_id = NULL, attempts_count = d.attempts_count + 1,
          status = CASE WHEN t.status = 'pending' AND w.is_enabled IS NOT TRUE THEN 'skipped' ELSE t.status END,
          next_attempt_at = CASE WHEN w.is_enabled THEN t."nextAttemptAt" END
        FROM tried t LEFT JOIN webhook_endpoints w ON w.id = t."endpointId" WHERE d.id = t."deliveryId" AND d.claim_id = t."claimId"
      ), inserted AS (
        INSERT INTO webhook_attempts (id, organization_id, delivery_id, endpoint_id, at, outcome, http_status, latency_ms,
          request_headers, response_headers, response_body, is_response_cut, error)
        SELECT t.id, t."organizationId", t."deliveryId", t."endpointId", t.at, t.outcome, t."httpStatus", t."latencyMs",
          t."requestHeaders", t."responseHeaders", t."responseBody", t."isResponseCut", t.error
        FROM tried t JOIN webhook_deliveries d ON d.id = t."deliveryId"
      ), last AS (
        SELECT "endpointId", max(at) AS at, max(at) FILTER (WHERE outcome = 'succeeded') AS succeeded_at
        FROM tried GROUP BY 1
      ), ended AS (
        SELECT l.*, (SELECT min(t.at) FROM tried t WHERE t."endpointId" = l."endpointId" AND t.outcome <> 'succeeded'
          AND t.at > coalesce(l.succeeded_at, '-infinity')) AS failed_at
        FROM last l
      )
      UPDATE webhook_endpoint_health h SET last_delivery_at = greatest(h.last_delivery_at, e.at),
        failing_since = CASE WHEN e.succeeded_at IS NULL THEN coalesce(h.failing_since, e.failed_at) ELSE e.failed_at END
      FROM ended e WHERE h.endpoint_id = e."endpointId"
      RETURNING h.endpoint_id AS "endpointId", h.organization_id AS "organizationId", h.failing_since AS "failingSince"`,
    { prepared: true },
  );
}

/** Gives back deliveries that a node has claimed and not tried. */
export async function release(
  claimId: string,
  deliveries: readonly ClaimedDelivery[],
  now: Date,
): Promise<void> {
  await execute(
    null,
    sql`UPDATE webhook_deliveries SET claim_id = NULL, next_attempt_at = ${now}::timestamptz
        WHERE id = ANY(${deliveries.map(({ id }) => id)}::uuid[]) AND claim_id = ${claimId}::uuid`,
  );
}

/**
 * Has nothing more sent to an endpoint of the scope: what waits is skipped. What is being tried now keeps its outcome.
 */
export async function skipPending(scope: Scope, endpointId: string, now: Date): Promise<void> {
  await execute(
    scope,
    sql`UPDATE webhook_deliveries t SET status = 'skipped', next_attempt_at = NULL, claim_id = NULL
        WHERE ${tenant(scope, 't')} AND t.endpoint_id = ${endpointId}::uuid AND t.status = 'pending'
          AND (t.claim_id IS NULL OR t.next_attempt_at < ${now}::timestamptz)`,
  );
}

/** Has sent to an endpoint of the scope, in their order, what was skipped. */
export async function sendSkipped(scope: Scope, endpointId: string, now: Date): Promise<void> {
  await execute(
    scope,
    sql`UPDATE webhook_deliveries t SET status = 'pending', next_attempt_at = ${now}::timestamptz, attempts_count = 0
        WHERE ${tenant(scope, 't')} AND t.endpoint_id = ${endpointId}::uuid AND t.status = 'skipped'
          AND EXISTS (SELECT FROM events e WHERE e.id = t.event_id)`,
  );
}

/** Where an endpoint of the scope gets its messages; null where there is none. */
export async function findDestination(scope: Scope, id: string): Promise<Destination | null> {
  const [found] = await execute<Destination>(
    scope,
    sql`SELECT ${DESTINATION} FROM webhook_endpoints w JOIN organizations o ON o.id = w.organization_id
        WHERE ${tenant(scope, 'w')} AND w.id = ${id}::uuid`,
  );
  return found ?? null;
}

/** The newest event of a kind in an organization of the scope; null where there is none. */
export async function findNewestEvent(
  scope: Scope,
  organizationId: string,
  type: EventKind,
): Promise<DeliveredEvent | null> {
  const [found] = await execute<DeliveredEvent>(
    scope,
    sql`SELECT e.id AS "eventId", e.number, e.kind AS type, e.object_id AS "objectId", e.created_at AS "createdAt",
          e.snapshot AS data
        FROM events e WHERE ${tenant(scope, 'e')} AND e.organization_id = ${organizationId}::uuid AND e.kind = ${type}::text
          AND e.number IS NOT NULL ORDER BY e.number DESC LIMIT 1`,
  );
  return found ?? null;
}

/** Keeps a test that was sent. */
export async function createTest(
  scope: Scope,
  delivery: Prisma.WebhookDeliveryCreateManyInput,
  attempt: Prisma.WebhookAttemptCreateManyInput,
): Promise<AttemptRow> {
  await db(scope).webhookDelivery.create({ data: delivery });
  return db(scope).webhookAttempt.create({ data: attempt });
}

const ADD_OUTSIDE_ORDER = sql`INSERT INTO webhook_deliveries
  (id, organization_id, created_at, endpoint_id, event_id, number, type, object_id, is_ordered, next_attempt_at)`;

/**
 * Adds deliveries of events of the scope that were numbered, outside their objects' order; returns how many. An endpoint
 * that an event waits for already gets no second one. Without `endpointId` they go to every endpoint that is switched
 * on and takes them.
 */
export async function redeliverEvent(
  scope: Scope,
  eventId: string,
  endpointId: string | null,
  now: Date,
): Promise<number> {
  const added = await execute(
    scope,
    sql`${ADD_OUTSIDE_ORDER}
        SELECT gen_random_uuid(), e.organization_id, ${now}::timestamptz, w.id, e.id, e.number, e.kind, e.object_id, false,
          ${now}::timestamptz
        FROM events e JOIN webhook_endpoints w ON w.organization_id = e.organization_id AND w.is_enabled
        WHERE ${tenant(scope, 'e')} AND e.id = ${eventId}::uuid AND e.number IS NOT NULL
          AND ${endpointId === null ? sql`w.events && ARRAY['*', e.kind]` : sql`w.id = ${endpointId}::uuid`}
          AND NOT EXISTS (SELECT FROM webhook_deliveries d
            WHERE d.event_id = e.id AND d.endpoint_id = w.id AND d.status = 'pending')
        RETURNING id`,
  );
  return added.length;
}

/** The same for what an endpoint of the scope was sent before, or should have been; at most `limit`, which is tried for. */
export async function redeliverToEndpoint(
  scope: Scope,
  endpointId: string,
  { status, after, before, types }: EndpointRedelivery,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const added = await execute(
    scope,
    sql`${ADD_OUTSIDE_ORDER}
        SELECT gen_random_uuid(), d.organization_id, ${now}::timestamptz, d.endpoint_id, d.event_id, d.number, d.type, d.object_id,
          false, ${now}::timestamptz
        FROM (
          SELECT DISTINCT ON (t.number) t.* FROM webhook_deliveries t
          WHERE ${tenant(scope, 't')} AND t.endpoint_id = ${endpointId}::uuid AND NOT t.is_test
            AND t.number > ${after ?? -1}::int AND t.number < ${before ?? 2_147_483_647}::int
            AND (${types ?? null}::text[] IS NULL OR t.type = ANY(${types ?? null}::text[]))
          ORDER BY t.number, t.created_at DESC, t.id
        ) d
        WHERE d.status <> 'pending' AND (${status ?? null}::text IS NULL OR d.status::text = ${status ?? null}::text)
          AND EXISTS (SELECT FROM events e WHERE e.id = d.event_id)
        ORDER BY d.number LIMIT ${limit}::int
        RETURNING id`,
  );
  return added.length;
}

/** Takes what receivers answered to events of a customer of the scope out of `limit` tries; returns of how many. */
export async function eraseOfCustomer(
  scope: Scope,
  customerId: string,
  limit: number,
): Promise<number> {
  const erased = await execute(
    scope,
    sql`UPDATE webhook_attempts SET response_body = NULL, response_headers = '{}' WHERE id IN (
          SELECT a.id FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
          WHERE ${tenant(scope, 'a')} AND (a.response_body IS NOT NULL OR a.response_headers <> '{}')
            AND d.event_id IN ${eventsOfCustomer(scope, customerId)}
          LIMIT ${limit}::int)
        RETURNING id`,
  );
  return erased.length;
}

/** Deletes deliveries that are older than `before`, at most `limit`; returns how many. */
export async function deleteOldest(before: Date, limit: number): Promise<number> {
  const deleted = await execute(
    null,
    sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries
          WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit}::int)
        RETURNING id`,
  );
  return deleted.length;
}
