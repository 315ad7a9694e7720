import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { Import } from '@/lib/database/generated/client';
import {
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { lockRow } from '@/lib/database/rows/lock';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { type Fields, insertRow, insertRows, updateRow } from '@/lib/database/rows/write';
import type { DiscountTerms } from '@/lib/resources/discounts/rules';
import type { CellError } from '@/lib/resources/import-formats/rules';
import type { exportImportErrors, exportImports } from '@/lib/resources/imports/contract';
import type { ImportErrorSort, ImportSort } from '@/lib/resources/imports/schema';
import { newId } from '@/lib/runtime/ids';

export type ImportRow = Import;

const LIST: ListDefinition<ImportSort> = {
  table: 'imports',
  sorts: { created_at: required(sql`t.created_at`) },
};

const MAPPING = { model: 'Import', table: 'imports' } as const satisfies RowMapping;

const ERROR = { model: 'ImportError', table: 'import_errors' } as const satisfies RowMapping;

/** The scope's imports. */
export function list(scope: Scope, request: QueryOf<typeof exportImports>) {
  const conditions = [
    textFilter('t.kind', request.kind),
    textFilter('t.source', request.source),
    textFilter('t.status', request.status),
    searchFilter(['t.file_name'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING);
}

const ERRORS: ListDefinition<ImportErrorSort> = {
  table: 'import_errors',
  sorts: { row: required(sql`t.row`) },
};

/** The errors of an import. */
export function listErrors(
  scope: Scope,
  importId: string,
  request: Omit<QueryOf<typeof exportImportErrors>, 'id'>,
) {
  const conditions = [
    sql`t.import_id = ${importId}::uuid`,
    searchFilter(['t.column', 't.detail'], request.query),
  ];
  return listing(scope, ERRORS, request, conditions, ERROR);
}

/** The first errors of an import, in the order of its rows. */
export function firstErrors(scope: Scope, importId: string, limit: number) {
  return db(scope).importError.findMany({
    where: { importId },
    orderBy: [{ row: 'asc' }, { id: 'asc' }],
    take: limit,
  });
}

/** Null when there is none in the scope. */
export function find(scope: Scope, id: string): Promise<ImportRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** {@link find}, locked until the transaction ends. */
export function lock(scope: Scope, id: string): Promise<ImportRow | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'UPDATE');
}

export function create(scope: Scope, row: Fields<ImportRow>): Promise<ImportRow> {
  return insertRow(scope, MAPPING, row);
}

export function update(scope: Scope, id: string, changes: Fields<ImportRow>): Promise<ImportRow> {
  return updateRow(scope, MAPPING, id, changes);
}

/** Adds errors, in their order. */
export async function addErrors(
  scope: Scope,
  { id: importId, organizationId }: ImportRow,
  errors: readonly (CellError & { row: number })[],
): Promise<void> {
  const rows = errors.map((error) => ({ ...error, id: newId(), importId, organizationId }));
  await insertRows(scope, ERROR, rows);
}

/** Removes the errors of an import. */
export async function removeErrors(scope: Scope, importId: string): Promise<void> {
  await db(scope).importError.deleteMany({ where: { importId } });
}

/** Removes the rows of imports that ended before a time: background work. */
export async function purgeRows(before: Date): Promise<void> {
  await execute(
    null,
    sql`UPDATE imports t SET sealed_rows = NULL
        WHERE t.sealed_rows IS NOT NULL AND t.finished_at < ${before.toISOString()}::timestamptz RETURNING 1 AS one`,
  );
}

// ——— subscriptions that are held ———

/**
 * The subscriptions `t` of an import, each found by its id: OFFSET keeps the planner from another way. While a large
 * import runs, the statistics do not know its rows, and it would read them all for each of them.
 */
const ofImport = (importId: string) => sql`
  (SELECT DISTINCT x.object_id FROM external_ids x
   WHERE x.import_id = ${importId}::uuid AND x.kind = 'subscriptions') x
  CROSS JOIN LATERAL (SELECT s.* FROM subscriptions s WHERE s.id = x.object_id OFFSET 0) t`;

/** How many subscriptions of an import wait for the end of their source. */
export async function countHeld(scope: Scope, importId: string): Promise<number> {
  const [row] = await execute<{ count: number }>(
    scope,
    sql`SELECT count(*)::int AS count FROM ${ofImport(importId)}
        WHERE ${tenant(scope, 't')} AND t.import_hold = 'source'`,
  );
  return row?.count ?? 0;
}

/** The ids of an import's subscriptions with a hold, of these where any are named. */
export async function heldOf(
  scope: Scope,
  importId: string,
  hold: 'source' | 'charge',
  ids: readonly string[] | null,
): Promise<string[]> {
  const among = ids === null ? sql`true` : sql`t.id = ANY(${[...ids]}::uuid[])`;
  const rows = await execute<{ id: string }>(
    scope,
    sql`SELECT t.id FROM ${ofImport(importId)}
        WHERE ${tenant(scope, 't')} AND t.import_hold = ${hold} AND ${among} ORDER BY t.id`,
  );
  return rows.map(({ id }) => id);
}

/** Subscriptions of an import that are charged once that is approved, and that cost the same. */
export interface DueGroup {
  currency: string;
  count: number;
  /** Of each before the discount, in minor units; of all together where none lowers it. */
  amount: number;
  /** What lowers each of them; null: nothing does. */
  discount: DiscountTerms | null;
}

/** When the month of a time that the database has begins, in UTC. */
const monthOf = (time: Sql) => sql`date_trunc('month', ${time} AT TIME ZONE 'UTC')`;

/**
 * When the period of the subscription `t` begins that a charge at `now` is for: the present one's end or, where that has
 * passed, the last renewal until `now` (docs/contract/subscriptions.md#renewals).
 */
function chargedFrom(now: Date): Sql {
  const at = sql`${now.toISOString()}::timestamptz`;
  const end = sql`t.current_period_end`;
  const months = sql`CASE t.recurring_interval WHEN 'year' THEN 12 ELSE 1 END`;
  const month = sql`(${monthOf(end)} + make_interval(months => n.count * ${months}))`;
  const days = sql`least(t.anchor_day, extract(day FROM ${month} + interval '1 month - 1 day')::int) - 1`;
  const renewal = sql`(${month} + make_interval(days => ${days}) + (${end} AT TIME ZONE 'UTC')::time) AT TIME ZONE 'UTC'`;
  const until = sql`(extract(year FROM age(${monthOf(at)}, ${monthOf(end)})) * 12
    + extract(month FROM age(${monthOf(at)}, ${monthOf(end)})))::int / (${months})`;
  return sql`greatest(${end}, (SELECT max(r.at) FROM generate_series(greatest(1, ${until} - 1), ${until}) n (count),
    LATERAL (SELECT ${renewal} AS at) r WHERE r.at <= ${at}))`;
}

/** What would be charged by `now` of an import's subscriptions, once that is approved. */
export function duesOf(scope: Scope, importId: string, now: Date): Promise<DueGroup[]> {
  const isReduced = sql`d.id IS NOT NULL AND (t.discount_used_at IS NULL OR d.duration = 'forever' OR d.duration = 'repeating'
    AND t.discount_used_at + make_interval(months => d.duration_in_months) > ${chargedFrom(now)})`;
  return execute<DueGroup>(
    scope,
    sql`SELECT o.currency, o.count, o.amount::float8 AS amount, CASE WHEN o.discount_id IS NULL THEN NULL
          ELSE json_build_object('type', d.type, 'amount', d.amount, 'currency', d.currency, 'basisPoints', d.basis_points)
          END AS discount
        FROM (SELECT t.currency, r.discount_id, count(*)::int AS count,
            CASE WHEN r.discount_id IS NULL THEN sum(t.amount) ELSE min(t.amount) END AS amount
          FROM ${ofImport(importId)} LEFT JOIN discounts d ON d.id = t.discount_id
            CROSS JOIN LATERAL (SELECT CASE WHEN ${isReduced} THEN d.id END AS discount_id) r
          WHERE ${tenant(scope, 't')} AND t.import_hold IS NOT NULL AND t.status <> 'unpaid'
            AND NOT t.cancel_at_period_end AND t.amount > 0
            AND (t.status = 'past_due' OR t.current_period_end <= ${now.toISOString()}::timestamptz)
          GROUP BY t.currency, r.discount_id, CASE WHEN r.discount_id IS NOT NULL THEN t.amount END) o
        LEFT JOIN discounts d ON d.id = o.discount_id`,
  );
}

/** A subscription that is held, and the account that it may be of. */
export interface Watched {
  id: string;
  organizationId: string;
  externalId: string;
  connectionId: string;
}

/** Some held subscriptions with an id of Stripe's, of organizations whose account works: background work. */
export function findWatched(limit: number): Promise<Watched[]> {
  return execute<Watched>(
    null,
    sql`SELECT t.id, t.organization_id AS "organizationId", t.external_id AS "externalId", p.id AS "connectionId"
        FROM payment_connections p JOIN subscriptions t ON t.organization_id = p.organization_id
        WHERE p.status = 'ok' AND t.import_hold = 'source' AND t.external_id LIKE 'sub\\_%'
        ORDER BY random() LIMIT ${limit}::int`,
  );
}
