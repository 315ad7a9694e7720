import type { QueryOf } from '@/lib/contract/contract';
import { tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { RequestLog } from '@/lib/database/generated/client';
import {
  createdFilter,
  ID,
  idFilter,
  type ListDefinition,
  likePattern,
  required,
  textFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import type { exportRequestLogs } from '@/lib/resources/request-logs/contract';
import type { RequestLogSort } from '@/lib/resources/request-logs/schema';

export type RequestLogRow = RequestLog;

/** A row as JSON has it. */
export type NewRequestLog = { created_at: string } & Record<string, unknown>;

const MAPPING = { model: 'RequestLog', table: 'request_logs' } as const satisfies RowMapping;

const LIST: ListDefinition<RequestLogSort> = {
  table: 'request_logs',
  sorts: { created_at: required(sql`t.created_at`) },
};

/** The requests of the scope; `refine` is given the rows of a page. */
export function list(
  scope: Scope,
  query: QueryOf<typeof exportRequestLogs>,
  refine: (rows: RequestLogRow[]) => Promise<RequestLogRow[]>,
) {
  const conditions = [
    statusFilter(query.status),
    textFilter('t.method', query.method),
    textFilter('t.operation', query.operation),
    idFilter('t.token_id', query.token_id),
    query.object_id?.length ? sql`t.object_ids && ${[...query.object_id]}::uuid[]` : undefined,
    textFilter('t.request_id', query.request_id),
    namedBy(query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, MAPPING, refine);
}

function statusFilter(statuses: readonly string[] | undefined): Sql | undefined {
  if (!statuses?.length) return undefined;
  const hundreds = statuses.filter((status) => status.endsWith('xx')).map((one) => one.charAt(0));
  const exact = statuses.filter((status) => !status.endsWith('xx'));
  return sql`(t.status = ANY(${exact}::int[]) OR t.status / 100 = ANY(${hundreds}::int[]))`;
}

/** A search: the whole id of a request or an object, a request ID, or a part of a path. */
function namedBy(query: string | undefined): Sql | undefined {
  const wanted = query?.trim();
  if (!wanted) return undefined;
  if (ID.test(wanted)) {
    return sql`(t.id = ${wanted}::uuid OR t.request_id = ${wanted}::text OR t.object_ids @> ARRAY[${wanted}::uuid])`;
  }
  return sql`(t.request_id = ${wanted}::text OR t.path LIKE ${likePattern(wanted)})`;
}

/** A request of the scope; null where there is none. */
export function find(scope: Scope, id: string): Promise<RequestLogRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** How many requests of the scope in a time were not kept. */
export async function countDropped(
  scope: Scope,
  query: Pick<
    QueryOf<typeof exportRequestLogs>,
    'organization_id' | 'created_after' | 'created_before'
  >,
  since: Date,
): Promise<number> {
  const { created_after: after = since, created_before: before } = query;
  const [row] = await execute<{ count: number }>(
    scope,
    sql`SELECT coalesce(sum(t.count), 0)::int AS count FROM request_log_drops t
        WHERE ${tenant(scope, 't', query.organization_id)}
          AND t.hour > ${after.toISOString()}::timestamptz - interval '1 hour'
          AND ${before ? sql`t.hour < ${before.toISOString()}::timestamptz` : sql`true`}`,
  );
  return row?.count ?? 0;
}

/**
 * Writes lines in one statement, those of organizations that exist; a body is a text of JSON. A line that names an
 * organization which does not exist is of nobody.
 */
export async function insert(rows: readonly NewRequestLog[]): Promise<void> {
  try {
    await insertRows(rows);
  } catch (error) {
    // 23514: no partition is there for a row's day.
    if ((error as { code?: unknown }).code !== '23514') throw error;
    for (const day of new Set(rows.map(({ created_at }) => created_at.slice(0, 10)))) {
      await makePartition(day);
    }
    await insertRows(rows);
  }
}

async function insertRows(rows: readonly NewRequestLog[]): Promise<void> {
  // What a text of the database cannot hold: JSON writes NUL and halves of pairs as escapes.
  const text = JSON.stringify(rows).replace(/\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd');
  await execute(
    null,
    sql`INSERT INTO request_logs (id, organization_id, created_at, request_id, method, path, operation, status, error,
          caller, token_id, latency_ms, client_address, idempotency_key, is_replayed, request_body, request_bytes,
          response_body, response_bytes, object_ids)
        SELECT r.id, r.organization_id, r.created_at, r.request_id, r.method, r.path, r.operation, r.status, r.error,
          r.caller, r.token_id, r.latency_ms, r.client_address, r.idempotency_key, r.is_replayed, r.request_body,
          r.request_bytes, r.response_body, r.response_bytes, r.object_ids
        FROM json_to_recordset(${text}::json) AS r(id uuid, organization_id uuid, created_at timestamptz,
          request_id text, method text, path text, operation text, status int, error text, caller jsonb,
          token_id uuid, latency_ms int, client_address text, idempotency_key text, is_replayed boolean,
          request_body json, request_bytes int, response_body json, response_bytes int, object_ids uuid[])
        JOIN organizations o ON o.id = r.organization_id`,
    { prepared: true },
  );
}

/** Adds lines that were not kept to those of their hours. */
export async function addDropped(
  rows: readonly { organization_id: string; hour: string; count: number }[],
): Promise<void> {
  await execute(
    null,
    sql`INSERT INTO request_log_drops (organization_id, hour, count)
        SELECT r.organization_id, r.hour, r.count
        FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(organization_id uuid, hour timestamptz, count int)
        JOIN organizations o ON o.id = r.organization_id
        ON CONFLICT (organization_id, hour) DO UPDATE SET count = request_log_drops.count + excluded.count`,
    { prepared: true },
  );
}

/** Makes the partition of a day, `2026-11-27`, where it is missing. */
export async function makePartition(day: string): Promise<void> {
  await execute(null, sql`SELECT make_request_log_partition(${day}::date)`);
}

/** Drops what is older than a day, whole partitions of it. */
export async function dropBefore(day: string): Promise<void> {
  await execute(null, sql`SELECT drop_request_log_partitions(${day}::date)`);
  await execute(null, sql`DELETE FROM request_log_drops WHERE hour < ${day}::date`);
}

/** A place among the lines of an organization in the order of their times. */
export interface LinePlace {
  at: Date;
  id: string;
}

/** Where the next `limit` lines of the scope after a place end; null where there are fewer. */
export async function findPlace(
  scope: Scope,
  { after, until, limit }: { after: LinePlace; until: Date; limit: number },
): Promise<LinePlace | null> {
  const [found] = await execute<LinePlace>(
    scope,
    sql`SELECT t.created_at AS at, t.id FROM request_logs t
        WHERE ${tenant(scope, 't')} AND ${between({ after, until })}
        ORDER BY t.created_at, t.id OFFSET ${limit - 1}::int LIMIT 1`,
  );
  return found ?? null;
}

/**
 * Takes the bodies and the query that name a customer of the scope out of the lines after a place up to another, or up
 * to a time: by his ID, his email address, or the ID of his checkouts, orders and subscriptions.
 */
export async function eraseOfCustomer(
  scope: Scope,
  { id, email }: { id: string; email: string },
  part: { after: LinePlace; upTo: LinePlace | null; until: Date },
): Promise<void> {
  const address = email.toLowerCase();
  const [named, inPath] = [address, encodeURIComponent(address).toLowerCase()].map(likePattern);
  const owned = (table: string) => sql`SELECT FROM ${raw(table)} x
    WHERE x.id = o.id AND ${tenant(scope, 'x')} AND x.customer_id = ${id}::uuid`;
  await execute(
    scope,
    sql`UPDATE request_logs t SET request_body = NULL, response_body = NULL, path = split_part(t.path, '?', 1)
        WHERE ${tenant(scope, 't')} AND ${between(part)}
          AND (t.request_body IS NOT NULL OR t.response_body IS NOT NULL OR t.path LIKE '%?%')
          AND (EXISTS (SELECT FROM unnest(t.object_ids) AS o(id) WHERE o.id = ${id}::uuid
              OR EXISTS (${owned('checkouts')}) OR EXISTS (${owned('orders')}) OR EXISTS (${owned('subscriptions')}))
            OR lower(concat(t.request_body, t.response_body)) LIKE ANY(${[named, likePattern(id)]}::text[])
            OR lower(t.path) LIKE ${inPath}::text)`,
  );
}

function between(part: { after: LinePlace; upTo?: LinePlace | null; until: Date }): Sql {
  const { after, upTo = null, until } = part;
  // The times alone tell the partitions.
  return sql`t.created_at >= ${after.at}::timestamptz AND t.created_at <= ${upTo?.at ?? until}::timestamptz
    AND (t.created_at, t.id) > (${after.at}::timestamptz, ${after.id}::uuid)
    AND (t.created_at, t.id) <= (${upTo?.at ?? until}::timestamptz, ${upTo?.id ?? LAST_ID}::uuid)`;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
