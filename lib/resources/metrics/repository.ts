import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { installationScope, type Scope, systemScope } from '@/lib/database/connection/scope';
import { empty, join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { idFilter } from '@/lib/database/query/list';
import type { Flow } from '@/lib/resources/metrics/rules';
import type { Interval } from '@/lib/resources/metrics/schema';

// Figures over time (docs/decisions/metrics.md). The view metric_entries is what orders, refunds, changes of subscriptions and
// checkouts add to them, row by row. metric_days has its sums by local day, in the zones of metric_zones; metric_deltas what changed
// in the view and is not in these sums yet. One statement reads all of them, so that each row counts once.

/** As which product metric_days has the sums of all. */
const ALL_PRODUCTS = raw(`'00000000-0000-0000-0000-000000000000'::uuid`);

/** What is asked for. The organizations are some of the scope's; dates are `YYYY-MM-DD`, both inclusive. */
export interface Request {
  organizationIds: readonly string[];
  zone: string;
  currency: string;
  start: string;
  end: string;
  interval: Interval;
  productIds?: readonly string[] | undefined;
  /** Only products of recurring prices, or only others; undefined for all. */
  isRecurring?: boolean | undefined;
  customerIds?: readonly string[] | undefined;
}

/** An order's kind is its billing reason. */
const IS_ORDER = `e.kind IN ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update')`;
const of = (kind: string) => `e.kind = '${kind}'`;

/** Of which entries each sum is. */
const SUMS: Record<keyof Flow, readonly [column: 'count' | 'amount', condition: string]> = {
  orders: ['count', IS_ORDER],
  grossAmount: ['amount', IS_ORDER],
  refundedAmount: ['amount', of('refund')],
  purchases: ['count', of('purchase')],
  purchasedAmount: ['amount', of('purchase')],
  starts: ['count', of('start')],
  firstAmount: ['amount', of('subscription_create')],
  renewals: ['count', of('subscription_cycle')],
  renewedAmount: ['amount', of('subscription_cycle')],
  ends: ['count', of('end')],
  runningChange: ['count', of('stock')],
  pausedChange: ['count', of('paused')],
  monthlyChange: ['amount', of('stock')],
  checkouts: ['count', of('checkout')],
  succeededCheckouts: ['count', of('succeeded_checkout')],
  feeAmount: ['amount', of('fee')],
  netAmount: ['amount', of('net')],
};
const NAMES = Object.keys(SUMS) as (keyof Flow)[];
const COLUMNS = raw(
  NAMES.map((name) => {
    const [column, condition] = SUMS[name];
    return `coalesce(sum(e.${column}) FILTER (WHERE ${condition}), 0)::float8 AS "${name}"`;
  }).join(', '),
);

/** The default currencies of some of the scope's organizations, each once. */
export async function findDefaultCurrencies(
  scope: Scope,
  organizationIds: readonly string[],
): Promise<string[]> {
  const rows = await execute<{ currency: string }>(
    scope,
    sql`SELECT DISTINCT o.default_currency AS currency FROM organizations o
      WHERE o.id = ANY(${[...organizationIds]}::uuid[])`,
  );
  return rows.map(({ currency }) => currency);
}

/** The currencies of the orders of some of the scope's organizations: each is looked for behind the one before. */
export async function findCurrencies(
  scope: Scope,
  organizationIds: readonly string[],
): Promise<string[]> {
  const next = (after: Sql) => sql`(SELECT r.currency FROM orders r
    WHERE r.organization_id = o.id AND ${after} ORDER BY r.currency LIMIT 1)`;
  const rows = await execute<{ currency: string }>(
    scope,
    sql`WITH RECURSIVE sold AS (
      SELECT o.id, ${next(sql`true`)} AS currency FROM unnest(${[...organizationIds]}::uuid[]) o (id)
      UNION ALL
      SELECT o.id, ${next(sql`r.currency > o.currency`)} FROM sold o WHERE o.currency IS NOT NULL
    ) SELECT DISTINCT currency FROM sold WHERE currency IS NOT NULL ORDER BY currency`,
  );
  return rows.map(({ currency }) => currency);
}

/** The time zone of an organization of the scope, as PostgreSQL names it; undefined where it is not one of them. */
export async function findZone(scope: Scope, organizationId: string): Promise<string | undefined> {
  if (!scope.organizationIds.includes(organizationId)) return undefined;
  const [row] = await execute<{ zone: string }>(
    scope,
    sql`SELECT metric_zone(timezone) AS zone FROM organizations WHERE id = ${organizationId}::uuid`,
    { prepared: true },
  );
  return row?.zone;
}

const NOTHING = Object.fromEntries(NAMES.map((name) => [name, 0])) as unknown as Flow;

/**
 * What happened in each interval, and all that happened before the first one. Exact: one statement counts each
 * committed row once, whatever is written, rolled back or folded meanwhile.
 */
export async function sumsOf(
  scope: Scope,
  request: Request,
): Promise<{ before: Flow; intervals: { startsAt: Date; flow: Flow }[] }> {
  const rows = await execute<{ starts_at: Date | null } & Flow>(
    scope,
    sql`WITH periods AS (${periods(request)}), entries AS (${entries(request)}),
      sums AS (SELECT ${keyOf(request)} AS key, ${COLUMNS} FROM entries e GROUP BY 1)
      SELECT p.starts_at, ${raw(NAMES.map((name) => `coalesce(s."${name}", 0) AS "${name}"`).join(', '))}
      FROM periods p FULL JOIN sums s USING (key) ORDER BY p.starts_at`,
  );
  let before = NOTHING;
  const intervals: { startsAt: Date; flow: Flow }[] = [];
  for (const { starts_at: startsAt, ...flow } of rows) {
    if (startsAt) intervals.push({ startsAt, flow });
    else before = flow;
  }
  return { before, intervals };
}

/** The first moment of a local day. */
const startOf = (day: Sql, { zone }: Request) => sql`start_of_day(${day}, ${zone}::text)`;

/** The uncut intervals: `key`, and when they start. Hours are counted from the start of their day. */
function periods(request: Request): Sql {
  const { start, end, interval } = request;
  if (interval === 'hour') {
    const [from, to] = [startOf(sql`d::date`, request), startOf(sql`d::date + 1`, request)];
    return sql`SELECT (row_number() OVER (ORDER BY h))::int AS key, h AS starts_at
      FROM generate_series(${start}::timestamp, ${end}::timestamp, '1 day') d,
      generate_series(${from}, ${to} - interval '1 microsecond', '1 hour') h`;
  }
  return sql`SELECT d::date AS key, ${startOf(sql`d::date`, request)} AS starts_at FROM generate_series(
    date_trunc(${interval}::text, ${start}::timestamp), ${end}::timestamp, ('1 ' || ${interval}::text)::interval) d`;
}

/** The key of an entry's interval; null before the first one. */
function keyOf({ start, interval }: Request): Sql {
  if (interval === 'hour') {
    return sql`nullif(width_bucket(e.at, (SELECT array_agg(p.starts_at ORDER BY p.key) FROM periods p)), 0)`;
  }
  return sql`CASE WHEN e.day >= ${start}::date THEN date_trunc(${interval}::text, e.day::timestamp)::date END`;
}

/**
 * The sums by day, what is not in them yet, and rows where there are no sums: of hours, of some customers, and of
 * organizations without sums in this zone.
 */
function entries(request: Request): Sql {
  const { organizationIds, zone, currency, start, end, interval, customerIds } = request;
  const organizations = sql`${[...organizationIds]}::uuid[]`;
  const until = sql`(SELECT ${startOf(sql`${end}::date + 1`, request)})`;
  const from = sql`(SELECT ${startOf(sql`${start}::date`, request)})`;
  const isHourly = interval === 'hour';
  const isStored = customerIds
    ? sql`false`
    : sql`EXISTS (SELECT FROM metric_zones z WHERE z.organization_id = o.id AND z.zone = ${zone}::text)`;
  const filter = productFilter(request);
  const inCurrency = (alias: string) => sql`AND ${raw(alias)}.currency = ${currency}::text`;
  const narrowed = (alias: string) =>
    filter ? sql`${inCurrency(alias)} AND ${filter(alias)}` : inCurrency(alias);
  const local = (at: string) => sql`(${raw(at)} AT TIME ZONE ${zone}::text)::date`;
  return sql`SELECT d.day, NULL::timestamptz AS at, d.kind, d.count, d.amount
    FROM unnest(${organizations}) o (id) JOIN metric_days d ON d.organization_id = o.id AND d.zone = ${zone}::text
    WHERE ${isStored} AND d.day ${raw(isHourly ? '<' : '<=')} ${isHourly ? start : end}::date
      ${inCurrency('d')} AND ${filter ? filter('d') : sql`d.product_id = ${ALL_PRODUCTS}`}
    UNION ALL
    SELECT ${local('x.at')}, x.at, x.kind, x.count, x.amount
    FROM unnest(${organizations}) o (id) JOIN metric_deltas x ON x.organization_id = o.id
    WHERE ${isStored} AND x.at < ${isHourly ? from : until} ${narrowed('x')}
    UNION ALL
    SELECT ${local('v.at')}, v.at, v.kind, v.count, v.amount
    FROM (SELECT o.id, CASE WHEN ${isStored} THEN ${isHourly ? from : sql`'infinity'::timestamptz`}
        ELSE '-infinity' END AS lower FROM unnest(${organizations}) o (id)) o
    CROSS JOIN LATERAL (SELECT v.at, v.kind, v.count, v.amount FROM metric_entries v
      WHERE v.organization_id = o.id AND v.at >= o.lower AND v.at < ${until} ${narrowed('v')}
        ${customerIds ? sql`AND ${idFilter('v.customer_id', customerIds)}` : empty} OFFSET 0) v`;
}

/** The condition on the product of a row; undefined where all are asked for. */
function productFilter({
  organizationIds,
  productIds,
  isRecurring,
}: Request): ((alias: string) => Sql) | undefined {
  if (!productIds && isRecurring === undefined) return undefined;
  return (alias) =>
    join(
      [
        ...(productIds ? [sql`${raw(alias)}.product_id = ANY(${[...productIds]}::uuid[])`] : []),
        ...(isRecurring === undefined
          ? []
          : [
              // An array, so that products are no join, from which the rows of all times would be read.
              sql`${raw(alias)}.product_id = ANY(ARRAY(SELECT p.id FROM products p
                WHERE p.organization_id = ANY(${[...organizationIds]}::uuid[]) AND p.is_recurring = ${isRecurring}))`,
            ]),
      ],
      ' AND ',
    );
}

/** The local date of the first order or subscription of some of the scope's organizations, else of `today`. */
export async function findFirstDate(
  scope: Scope,
  {
    organizationIds,
    zone,
    today,
  }: { organizationIds: readonly string[]; zone: string; today: Date },
): Promise<string> {
  const [row] = await execute<{ date: string }>(
    scope,
    sql`SELECT (coalesce(min(least(
        (SELECT min(r.created_at) FROM orders r WHERE r.organization_id = o.id),
        (SELECT min(h.changed_at) FROM subscription_history h WHERE h.organization_id = o.id))),
      ${today.toISOString()}::timestamptz) AT TIME ZONE ${zone}::text)::date::text AS date
      FROM unnest(${[...organizationIds]}::uuid[]) o (id)`,
  );
  if (!row) throw new Error('An aggregate has one row');
  return row.date;
}

const BATCH = 20_000;

/** Adds entries `e` of one organization to the sums of its zones `z`, of which the condition tells. */
const addToDays = (entriesOf: Sql) => sql`
  INSERT INTO metric_days AS k (organization_id, zone, currency, product_id, day, kind, count, amount)
  SELECT z.organization_id, z.zone, e.currency, p.id, (e.at AT TIME ZONE z.zone)::date, e.kind, sum(e.count), sum(e.amount)
  FROM ${entriesOf} CROSS JOIN LATERAL (VALUES (e.product_id), (${ALL_PRODUCTS})) p (id)
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, zone, currency, product_id, day, kind)
    DO UPDATE SET count = k.count + excluded.count, amount = k.amount + excluded.amount`;

/**
 * Adds up to {@link BATCH} differences to the sums by day, in one statement, so that readers count each once; true
 * where there may be more. Waits for {@link storeZone}, whose sums leave out the differences that are there.
 */
export function fold(): Promise<boolean> {
  return transaction(installationScope(), async (scope) => {
    await execute(scope, sql`LOCK TABLE metric_zones IN SHARE MODE`);
    const [folded] = await execute<{ count: number }>(
      scope,
      sql`WITH taken AS (
        DELETE FROM metric_deltas WHERE number IN (
          SELECT number FROM metric_deltas ORDER BY number LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        ) RETURNING *
      ), added AS (${addToDays(sql`taken e JOIN metric_zones z USING (organization_id)`)})
      SELECT count(*)::int AS count FROM taken`,
    );
    return folded?.count === BATCH;
  });
}

/** An organization and a zone of it. */
interface Zone {
  organizationId: string;
  zone: string;
}

/** In which zones sums are missing, of UTC and each organization's own, and in which nobody needs them any more. */
export function findZones(): Promise<(Zone & { isMissing: boolean })[]> {
  return execute(
    null,
    sql`SELECT organization_id AS "organizationId", zone, z.there IS NULL AS "isMissing"
    FROM (SELECT DISTINCT o.id AS organization_id, _.zone FROM organizations o
          CROSS JOIN LATERAL (VALUES (metric_zone(o.timezone)), ('UTC')) _ (zone)) wanted
    FULL JOIN (SELECT organization_id, zone, true AS there FROM metric_zones) z USING (organization_id, zone)
    WHERE z.there IS NULL OR wanted.organization_id IS NULL`,
  );
}

/** Removes an organization's sums in a zone. */
export async function removeZone({ organizationId, zone }: Zone): Promise<void> {
  await db(null).metricZone.deleteMany({ where: { organizationId, zone } });
}

/** So much of the past is summed up by one statement, which has to end within the statement timeout. */
const STEP = 30 * 24 * 60 * 60 * 1000;
const BUILD_LIMITS = {
  isolationLevel: 'RepeatableRead',
  maxWait: 10_000,
  timeout: 3_600_000,
} as const;

/**
 * Makes the sums of an organization in a zone, without the differences that are still to be folded. All of one
 * snapshot, which is taken once no differences are being folded: locking a table takes none.
 */
export function storeZone({ organizationId, zone }: Zone): Promise<void> {
  const store = async (scope: Scope) => {
    await execute(scope, sql`LOCK TABLE metric_zones IN SHARE ROW EXCLUSIVE MODE`);
    const data = { organizationId, zone };
    const { count } = await db(scope).metricZone.createMany({ data, skipDuplicates: true });
    if (count === 0) return;
    const own = sql`organization_id = ${organizationId}::uuid`;
    const add = (rows: Sql) =>
      execute(
        scope,
        addToDays(sql`(${rows}) e JOIN metric_zones z ON z.${own} AND z.zone = ${zone}::text`),
      );
    await add(
      sql`SELECT at, product_id, kind, -count AS count, -amount AS amount, currency FROM metric_deltas WHERE ${own}`,
    );
    const [span] = await execute<{ first: Date | null; last: Date }>(
      scope,
      sql`SELECT min(at) AS first, max(at) AS last FROM (
        SELECT min(created_at) AS at FROM orders WHERE ${own}
        UNION ALL SELECT max(created_at) FROM orders WHERE ${own}
        UNION ALL SELECT min(settled_at) FROM refunds WHERE ${own} AND status = 'succeeded'
        UNION ALL SELECT max(settled_at) FROM refunds WHERE ${own} AND status = 'succeeded'
        UNION ALL SELECT min(changed_at) FROM subscription_history WHERE ${own}
        UNION ALL SELECT max(changed_at) FROM subscription_history WHERE ${own}
        UNION ALL SELECT min(at) FROM balance_transactions WHERE ${own}
        UNION ALL SELECT max(at) FROM balance_transactions WHERE ${own}
        UNION ALL SELECT min(created_at) FROM checkouts WHERE ${own}
        UNION ALL SELECT max(created_at) FROM checkouts WHERE ${own}) ends`,
    );
    if (!span?.first) return;
    for (let from = span.first; from <= span.last; from = new Date(from.getTime() + STEP)) {
      const to = new Date(from.getTime() + STEP);
      await add(sql`SELECT at, product_id, kind, count, amount, currency FROM metric_entries
        WHERE ${own} AND at >= ${from}::timestamptz AND at < ${to}::timestamptz`);
    }
  };
  return transaction(systemScope(organizationId), store, BUILD_LIMITS);
}
