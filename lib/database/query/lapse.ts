import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { timeOf } from '@/lib/database/query/clocks';
import { InFilter } from '@/lib/database/query/list';

// Statuses that time ends. What reads a row of such a table tells the later status from its time on; a sweep stores it
// afterwards, so that reading writes nothing (docs/contract/checkouts.md#expiry).

interface Lapse {
  column: string;
  /** The column's enum in the database. */
  type: string;
  from: string;
  to: string;
  /** Which rows `t` that have {@link from} may lapse. */
  where: Sql;
  /** The column of the time at which they do. */
  at: string;
}

const LAPSES: Readonly<Record<string, Lapse>> = {
  checkouts: {
    column: 't.status',
    type: 'checkout_status',
    from: 'open',
    to: 'expired',
    where: sql`t.status = 'open' AND NOT EXISTS
      (SELECT 1 FROM payment_attempts a WHERE a.checkout_id = t.id AND a.status = 'pending')`,
    at: 't.expires_at',
  },
};

function lapseOf(table: string): Lapse {
  const lapse = LAPSES[table];
  if (!lapse) throw new Error(`No status of ${table} lapses`);
  return lapse;
}

/** Which rows `t` of a table may lapse; only their time is not looked at. */
export function lapsing(table: string): Sql {
  return lapseOf(table).where;
}

/** Whether a row `t`, one of the scope's, has lapsed by its organization's clock, be that advancing or not. */
export function lapsed(scope: Scope, table: string): Sql {
  const { where, at } = lapseOf(table);
  return sql`(${where} AND ${raw(at)} <= ${timeOf({ ...scope, changesSales: false }, 't')})`;
}

/** The status of a row `t` as it is now. */
export function currentStatus(scope: Scope, table: string): Sql {
  const { column, to } = lapseOf(table);
  return sql`CASE WHEN ${lapsed(scope, table)} THEN ${raw(`'${to}'`)} ELSE ${raw(column)}::text END`;
}

/** Whether a column is the status of a table that lapses. */
export function isLapsing(table: string, column = LAPSES[table]?.column): boolean {
  return column !== undefined && LAPSES[table]?.column === column;
}

/** Whether a filter by status takes rows apart that have lapsed and that have not. */
export function dividesLapsed(table: string, values: readonly string[] | undefined): boolean {
  const { from, to } = lapseOf(table);
  return (values?.includes(from) ?? false) !== (values?.includes(to) ?? false);
}

/** `status is one of values`, of rows among which some have lapsed. */
export class LapseFilter extends InFilter {
  /** The rows that are in the filter although, or not in it because, they have lapsed. */
  readonly lapsed: Sql;
  /** Whether it adds them. */
  readonly isAdded: boolean;

  constructor(scope: Scope, table: string, values: readonly string[]) {
    const { column, type, from, to } = lapseOf(table);
    const rows = lapsed(scope, table);
    super(column, type, values, (stored) =>
      values.includes(to) ? sql`(${stored} OR ${rows})` : sql`(${stored} AND NOT ${rows})`,
    );
    this.lapsed = rows;
    this.isAdded = values.includes(to) && !values.includes(from);
  }

  override get each(): Sql[] {
    return this.isAdded
      ? [...super.each, this.lapsed]
      : super.each.map((one) => sql`${one} AND NOT ${this.lapsed}`);
  }
}

/** What the lapsed rows `t` among those that meet a condition change in stored counts, as `value` and `count`. */
export function lapsedCounts(scope: Scope, table: string, condition: Sql): Sql {
  const { from, to } = lapseOf(table);
  const rows = sql`FROM ${raw(table)} t WHERE ${condition} AND ${lapsed(scope, table)}`;
  return sql`SELECT ${raw(`'${from}'`)}, -count(*) ${rows} UNION ALL SELECT ${raw(`'${to}'`)}, count(*) ${rows}`;
}
