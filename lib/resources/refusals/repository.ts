import type { QueryOf } from '@/lib/contract/contract';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  afterFilter,
  beforeFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
  textFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping } from '@/lib/database/rows/mapping';
import type { exportRefusals } from '@/lib/resources/refusals/contract';
import type { RefusalKind, RefusalSort } from '@/lib/resources/refusals/schema';

const MAPPING = { model: 'Refusal', table: 'refusals' } as const satisfies RowMapping;

const LIST: ListDefinition<RefusalSort> = {
  table: 'refusals',
  sorts: { last_at: required(sql`t.last_at`), count: required(sql`t.count`) },
};

/** The refusals of the scope of these kinds, those of subscriptions where `ofSubscriptions` is set. */
export function list(
  scope: Scope,
  query: QueryOf<typeof exportRefusals>,
  { kinds, ofSubscriptions }: { kinds: readonly RefusalKind[] | null; ofSubscriptions: boolean },
) {
  const isOfSubscription = sql`t.kind = 'payment' AND t.object_kind IS NOT DISTINCT FROM 'subscription'`;
  const isReadable = sql`CASE WHEN ${isOfSubscription} THEN ${ofSubscriptions}::boolean
    ELSE t.kind = ANY(${[...(kinds ?? [])]}::text[]) END`;
  return listing(
    scope,
    LIST,
    query,
    [
      kinds ? isReadable : undefined,
      textFilter('t.kind', query.kind),
      textFilter('t.code', query.code),
      idFilter('t.object_id', query.object_id),
      idFilter('t.customer_id', query.customer_id),
      idFilter('t.checkout_id', query.checkout_id),
      searchFilter(['t.object_name', 't.code', 't.detail'], query.query),
      afterFilter('t.last_at', query.created_after),
      beforeFilter('t.first_at', query.created_before),
    ],
    MAPPING,
  );
}

/** Refusals that were counted, as JSON has them; `license_key`, `discount_code`, `price_id` and `object_id` name the object. */
export interface CountedRefusals {
  id: string;
  organization_id: string;
  hour: string;
  first_at: string;
  last_at: string;
  count: number;
  kind: string;
  code: string;
  detail: string;
  operation: string;
  object_kind: string | null;
  license_key: string | null;
  discount_code: string | null;
  price_id: string | null;
  object_id: string | null;
  checkout_id: string | null;
  request_id: string | null;
}

/**
 * Adds counted refusals to the rows of their hours, with the objects that they name, at most `most` rows of an
 * organization in an hour.
 */
export async function add(counted: readonly CountedRefusals[], most: number): Promise<void> {
  const text = JSON.stringify(counted).replace(/\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd');
  await execute(
    null,
    sql`WITH named AS (
          SELECT r.*, coalesce(k.id, d.id, p.id, CASE WHEN r.object_kind NOT IN ('discount', 'product') THEN r.object_id END)
              AS found_id,
            coalesce('****-' || right(k.key, 6), d.name, l.label, p.name, q.name, w.url) AS found_name,
            coalesce(k.customer_id, c.customer_id, s.customer_id) AS found_customer
          FROM json_to_recordset(${text}::json) AS r(id uuid, organization_id uuid, hour timestamptz,
            first_at timestamptz, last_at timestamptz, count int, kind text, code text, detail text, operation text,
            object_kind text, license_key text, discount_code text, price_id uuid, object_id uuid, checkout_id uuid, request_id text)
          JOIN organizations o ON o.id = r.organization_id
          LEFT JOIN license_keys k ON k.organization_id = r.organization_id AND k.key = r.license_key
          LEFT JOIN discounts d ON d.organization_id = r.organization_id AND d.deleted_at IS NULL
            AND (lower(d.code) = lower(r.discount_code) OR (d.id = r.object_id AND r.object_kind = 'discount'))
          LEFT JOIN checkouts c ON c.organization_id = r.organization_id AND c.id = r.checkout_id
          LEFT JOIN prices f ON f.organization_id = r.organization_id AND f.id = r.price_id
          LEFT JOIN products p ON p.organization_id = r.organization_id AND r.object_kind = 'product'
            AND p.id = coalesce(f.product_id, r.object_id)
          LEFT JOIN checkout_links l ON l.organization_id = r.organization_id AND l.id = r.object_id
            AND r.object_kind = 'checkout_link'
          LEFT JOIN subscriptions s ON s.organization_id = r.organization_id AND s.id = r.object_id
            AND r.object_kind = 'subscription'
          LEFT JOIN products q ON q.organization_id = r.organization_id AND q.id = CASE r.object_kind
            WHEN 'checkout' THEN c.product_id WHEN 'checkout_link' THEN l.product_id ELSE s.product_id END
          LEFT JOIN webhook_endpoints w ON w.organization_id = r.organization_id AND w.id = r.object_id
            AND r.object_kind = 'webhook_endpoint'
        ),
        equal AS (
          SELECT (array_agg(n.id))[1] AS id, n.organization_id, n.hour, n.kind, n.code, n.found_id,
            min(n.first_at) AS first_at, max(n.last_at) AS last_at, sum(n.count)::int AS count,
            max(n.detail) AS detail, max(n.operation) AS operation,
            CASE WHEN n.found_id IS NULL THEN NULL ELSE max(n.object_kind) END AS object_kind,
            max(n.found_name) AS found_name, (array_agg(n.found_customer))[1] AS found_customer,
            (array_agg(n.checkout_id))[1] AS checkout_id,
            (array_agg(n.request_id ORDER BY n.last_at DESC))[1] AS request_id
          FROM named n GROUP BY n.organization_id, n.hour, n.kind, n.code, n.found_id
        ),
        numbered AS (
          SELECT e.*, old.id IS NOT NULL AS is_known,
            row_number() OVER (PARTITION BY e.organization_id, e.hour, old.id IS NULL ORDER BY e.count DESC, e.id)
              + (SELECT count(*) FROM refusals f WHERE f.organization_id = e.organization_id AND f.hour = e.hour)
              AS place
          FROM equal e LEFT JOIN refusals old ON old.organization_id = e.organization_id AND old.hour = e.hour
            AND old.kind = e.kind AND old.code = e.code AND old.object_id IS NOT DISTINCT FROM e.found_id
        )
        INSERT INTO refusals (id, organization_id, hour, first_at, last_at, count, kind, code, detail, operation,
          object_kind, object_id, object_name, customer_id, checkout_id, request_id)
        SELECT n.id, n.organization_id, n.hour, n.first_at, n.last_at, n.count, n.kind, n.code, n.detail, n.operation,
          n.object_kind, n.found_id, n.found_name, n.found_customer, n.checkout_id, n.request_id
        FROM numbered n WHERE n.is_known OR n.place <= ${most}::int
        ORDER BY n.organization_id, n.hour, n.kind, n.code, n.found_id
        ON CONFLICT (organization_id, hour, kind, code,
          (coalesce(object_id, '00000000-0000-0000-0000-000000000000'::uuid)))
        DO UPDATE SET count = refusals.count + excluded.count, last_at = greatest(refusals.last_at, excluded.last_at),
          detail = excluded.detail, request_id = excluded.request_id,
          checkout_id = coalesce(excluded.checkout_id, refusals.checkout_id)`,
    { prepared: true },
  );
}

/** Deletes refusals that were last before a time. */
export async function purge(before: Date): Promise<void> {
  await execute(
    null,
    sql`DELETE FROM refusals WHERE last_at < ${before.toISOString()}::timestamptz`,
  );
}
