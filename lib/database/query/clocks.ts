import { tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import {
  clockOf,
  type Scope,
  type TestClock,
  type TestClocks,
} from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';

// Test clocks in statements. Most installations have none: the table is empty, and joining it costs nothing.

/** The columns of a test clock `c` that is joined, as {@link ClockColumns}. */
export const CLOCK = raw('c.now AS clock_now, c.target IS NOT NULL AS is_clock_advancing');

/** The selected {@link CLOCK}. */
export interface ClockColumns {
  /** Null where the organization has none. */
  clock_now: Date | null;
  is_clock_advancing: boolean;
}

/** The test clock that was selected; null where the organization has none. */
export function testClock(columns: ClockColumns): TestClock | null {
  const { clock_now: now, is_clock_advancing: isAdvancing } = columns;
  return now && { now, isAdvancing };
}

/** The selected test clocks of the organizations that rows name. */
export function testClocksOf<Row extends ClockColumns>(
  rows: readonly Row[],
  organizationOf: (row: Row) => string | null,
): TestClocks {
  const clocks = rows.flatMap((row): [string, TestClock][] => {
    const [id, clock] = [organizationOf(row), testClock(row)];
    return id && clock ? [[id, clock]] : [];
  });
  return new Map(clocks);
}

/**
 * The scope of a transaction with its test clocks as they stand, for a change of sales: they are held, so
 * that no advance begins before the transaction has ended. Costs a statement where there is a test clock.
 */
export async function holdClocks(scope: Scope): Promise<Scope> {
  if (!scope.changesSales || !scope.testClocks?.size) return scope;
  const held = await execute<{ organization_id: string } & ClockColumns>(
    scope,
    sql`SELECT c.organization_id, ${CLOCK} FROM test_clocks c WHERE ${tenant(scope, 'c')}
        ORDER BY c.organization_id FOR SHARE`,
    { prepared: true },
  );
  return { ...scope, testClocks: testClocksOf(held, (row) => row.organization_id) };
}

/** The time of the organization of a row `alias`, one of the scope's. */
export function timeOf(scope: Scope, alias: string): Sql {
  const { organizationIds } = scope;
  const times = organizationIds.map((id) => clockOf(scope, id).toISOString());
  if (new Set(times).size <= 1) {
    // One value, with which an index can be searched.
    return sql`${times[0] ?? scope.realTime.toISOString()}::timestamptz`;
  }
  return sql`(SELECT x.time FROM unnest(${[...organizationIds]}::uuid[], ${times}::timestamptz[]) x (id, time)
    WHERE x.id = ${raw(alias)}.organization_id)`;
}

/** Something that is due in an organization. */
export interface Due {
  id: string;
  organizationId: string;
  /** The organization's time, at which it is done. */
  now: Date;
}

/**
 * The rows `t` of all organizations of which a column, a time, is past by their organization's clock, the
 * longest overdue first: background work. What an advance of a clock runs or has set aside is left out: `object`
 * is the id under which it has done so, by default the row's own.
 */
export async function findDueRows(
  {
    table,
    at,
    where,
    object = raw('t.id'),
  }: { table: string; at: string; where: Sql; object?: Sql },
  realTime: Date,
  limit: number,
): Promise<Due[]> {
  const due = raw(`t.${at}`);
  const rows = await execute<{ id: string; organization_id: string; now: Date | null }>(
    null,
    sql`(SELECT t.id, t.organization_id, NULL::timestamptz AS now, ${due} AS at FROM ${raw(table)} t
         WHERE ${where} AND ${due} <= ${realTime.toISOString()}::timestamptz
           AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.organization_id = t.organization_id)
         ORDER BY ${due} LIMIT ${limit}::int)
        UNION ALL
        (SELECT t.id, t.organization_id, c.now, ${due} FROM test_clocks c
         JOIN ${raw(table)} t ON t.organization_id = c.organization_id
         WHERE c.target IS NULL AND ${where} AND ${due} <= c.now
           AND NOT EXISTS (SELECT FROM test_clock_failures f
                           WHERE f.organization_id = t.organization_id AND f.object_id = ${object})
         ORDER BY ${due} LIMIT ${limit}::int)
        ORDER BY at LIMIT ${limit}::int`,
    { prepared: true },
  );
  return rows.map(({ id, organization_id, now }) => ({
    id,
    organizationId: organization_id,
    now: now ?? realTime,
  }));
}
