import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  booleanFilter,
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import { rowVersion } from '@/lib/database/rows/version';
import type { exportWebhookEndpoints } from '@/lib/resources/webhook-endpoints/contract';
import type {
  WebhookDisabledReason,
  WebhookEndpointSort,
} from '@/lib/resources/webhook-endpoints/schema';

const rows = crud('WebhookEndpoint', { health: true });
export const { find, create, update, remove } = rows;

export type WebhookEndpointRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const LIST: ListDefinition<WebhookEndpointSort> = {
  table: 'webhook_endpoints',
  sorts: { created_at: required(sql`t.created_at`), url: textOrder('t.url') },
};

const IS_FAILING = sql`(t.disabled_reason IS NOT NULL OR EXISTS (
  SELECT FROM webhook_endpoint_health h WHERE h.endpoint_id = t.id AND h.failing_since IS NOT NULL))`;

/** The scope's webhook endpoints. */
export function list(scope: Scope, request: QueryOf<typeof exportWebhookEndpoints>) {
  const { is_failing: isFailing } = request;
  const conditions = [
    booleanFilter('t.is_enabled', request.is_enabled),
    isFailing === undefined ? undefined : isFailing ? IS_FAILING : sql`NOT ${IS_FAILING}`,
    searchFilter(['t.url', 't.description'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, rows.load(scope));
}

/** How many endpoints an organization has; others that add one wait until the transaction ends. */
export async function countLocked(scope: Scope, organizationId: string): Promise<number> {
  await execute(
    scope,
    sql`SELECT FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`,
  );
  return db(scope).webhookEndpoint.count({ where: { organizationId } });
}

/**
 * Has no event of an organization numbered until the transaction ends: deliveries that are made before it are seen by
 * its next statements, and those after it by how it leaves the endpoint.
 */
export async function holdNumbering(scope: Scope, organizationId: string): Promise<void> {
  await execute(
    scope,
    sql`INSERT INTO event_counters (organization_id, last_number) VALUES (${organizationId}::uuid, 0)
        ON CONFLICT (organization_id) DO UPDATE SET last_number = event_counters.last_number`,
  );
}

/** Has an endpoint of the scope changed by nobody else until the transaction ends. */
export async function lock(scope: Scope, id: string): Promise<void> {
  await rowVersion(scope, { table: 'webhook_endpoints', id }, { lock: true });
}

/** Forgets the failures of an endpoint of the scope. */
export async function forgetFailures(scope: Scope, id: string): Promise<void> {
  await db(scope).webhookEndpointHealth.updateMany({
    where: { endpointId: id },
    data: { failingSince: null },
  });
}

/**
 * Switches an endpoint off, unless it is off already; returns it with its organization, or null. Takes no scope: the
 * runner of deliveries does it, for those of all organizations.
 */
export async function disable(
  id: string,
  reason: WebhookDisabledReason,
  scope: Scope,
): Promise<WebhookEndpointRow | null> {
  const switched = await execute(
    scope,
    sql`UPDATE webhook_endpoints t SET is_enabled = false, disabled_reason = ${reason}::text
        WHERE t.id = ${id}::uuid AND t.is_enabled AND ${tenant(scope, 't')} RETURNING t.id`,
  );
  return switched.length === 0 ? null : find(scope, id);
}

/** The tries of an endpoint of the scope in the hours since a time, by hour. */
export function countTries(
  scope: Scope,
  id: string,
  since: Date,
): Promise<{ hour: Date; succeeded: number; failed: number }[]> {
  return execute(
    scope,
    sql`SELECT date_trunc('hour', t.at, 'UTC') AS hour,
          (count(*) FILTER (WHERE t.outcome = 'succeeded'))::int AS succeeded,
          (count(*) FILTER (WHERE t.outcome <> 'succeeded'))::int AS failed
        FROM webhook_attempts t
        WHERE ${tenant(scope, 't')} AND t.endpoint_id = ${id}::uuid AND t.at >= ${since}::timestamptz
        GROUP BY 1`,
  );
}
