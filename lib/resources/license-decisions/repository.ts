import type { QueryOf } from '@/lib/contract/contract';
import { tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, sql } from '@/lib/database/connection/sql';
import { afterFilter, beforeFilter, searchFilter } from '@/lib/database/query/list';
import type { exportLicenseKeyDecisions } from '@/lib/resources/license-decisions/contract';
import type { LicenseKeyDecision } from '@/lib/resources/license-decisions/schema';

/** Decisions that were counted, as JSON has them. */
export interface CountedDecisions {
  id: string;
  organization_id: string;
  license_key_id: string;
  hour: string;
  code: string;
  activation_id: string | null;
  count: number;
  first_at: string;
  last_at: string;
  client_address: string | null;
}

/** A row of an answer. */
export type DecisionRow = {
  [Field in keyof LicenseKeyDecision]: Field extends 'hour' | 'first_at' | 'last_at'
    ? Date
    : LicenseKeyDecision[Field];
};

type Query = QueryOf<typeof exportLicenseKeyDecisions>;

/** What a key's requests were told, by hours, or days of a time zone. */
export function decisionsOf(scope: Scope, licenseKeyId: string, query: Query, zone: string) {
  const hour = query.interval === 'hour' ? raw('t.hour') : sql`date_trunc('day', t.hour, ${zone})`;
  const conditions = [
    sql`${tenant(scope, 't')} AND t.license_key_id = ${licenseKeyId}::uuid`,
    searchFilter(['t.code'], query.query),
    afterFilter('t.last_at', query.created_after),
    beforeFilter('t.first_at', query.created_before),
  ].filter((condition) => condition !== undefined);
  const grouped = sql`
    SELECT ${hour} AS hour, t.code, sum(t.count)::int AS count, min(t.first_at) AS first_at,
      max(t.last_at) AS last_at, count(DISTINCT t.activation_id)::int AS activations_count,
      (array_agg(t.activation_id ORDER BY t.last_at DESC) FILTER (WHERE t.activation_id IS NOT NULL))[1] AS activation_id,
      (array_agg(t.client_address ORDER BY t.last_at DESC))[1] AS client_address
    FROM license_decisions t WHERE ${join(conditions, ' AND ')} GROUP BY 1, 2`;
  const order = query.sorting.map((sort) =>
    raw(sort.startsWith('-') ? `g.${sort.slice(1)} DESC` : `g.${sort} ASC`),
  );
  const sorted = sql`SELECT g.* FROM (${grouped}) g ORDER BY ${join([...order, raw('g.hour DESC, g.code')])}`;
  return {
    async page({ page, limit }: { page: number; limit: number }) {
      const total = sql`SELECT count(*)::int AS total FROM (${grouped}) g`;
      const [found] = await execute<{ total: number }>(scope, total);
      const offset = (page - 1) * limit;
      const rows = sql`${sorted} LIMIT ${limit}::int OFFSET ${offset}::bigint`;
      return { rows: await execute<DecisionRow>(scope, rows), total: found?.total ?? 0 };
    },
    /** At most a row for each hour and code of the days that they are kept. */
    all: () => execute<DecisionRow>(scope, sorted),
  };
}

/** Adds counted decisions to the rows of their hours. */
export async function add(counted: readonly CountedDecisions[]): Promise<void> {
  await execute(
    null,
    sql`INSERT INTO license_decisions (id, organization_id, license_key_id, hour, code, activation_id, count, first_at,
          last_at, client_address)
        SELECT r.id, r.organization_id, r.license_key_id, r.hour, r.code, r.activation_id, r.count, r.first_at,
          r.last_at, r.client_address
        FROM json_to_recordset(${JSON.stringify(counted)}::json) AS r(id uuid, organization_id uuid, license_key_id uuid,
          hour timestamptz, code text, activation_id uuid, count int, first_at timestamptz, last_at timestamptz,
          client_address text)
        WHERE EXISTS (SELECT 1 FROM license_keys k WHERE k.id = r.license_key_id)
        ORDER BY r.license_key_id, r.hour, r.code, r.activation_id
        ON CONFLICT (license_key_id, hour, code, (coalesce(activation_id, '00000000-0000-0000-0000-000000000000'::uuid)))
        DO UPDATE SET count = license_decisions.count + excluded.count,
          first_at = least(license_decisions.first_at, excluded.first_at),
          last_at = greatest(license_decisions.last_at, excluded.last_at), client_address = excluded.client_address`,
    { prepared: true },
  );
}

/** Deletes those of hours before a time. */
export async function purge(before: Date): Promise<void> {
  await execute(
    null,
    sql`DELETE FROM license_decisions WHERE hour < ${before.toISOString()}::timestamptz`,
  );
}
