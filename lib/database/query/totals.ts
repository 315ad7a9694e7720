import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { isLapsing, LapseFilter, lapsedCounts } from '@/lib/database/query/lapse';
import { InFilter, type ListDefinition } from '@/lib/database/query/list';
import type { ListPlan } from '@/lib/database/query/page-query';
import { log } from '@/lib/runtime/log';

// Stored row counts of lists, in all and by some filters. Triggers insert what each statement changes into
// list_deltas, so that writers never wait for each other; foldTotals adds the deltas up in list_totals.

/** What the totals of a list are stored by, beside all of it: an enum, and the ids of up to two tables. */
export type Dimension = 'status' | 'reference' | 'secondReference';

/** As which dimension list_totals knows each, and in which column of list_deltas it is. */
const DIMENSIONS: Record<Dimension, { name: string; column: string }> = {
  status: { name: 'status', column: 'd.status' },
  reference: { name: 'item', column: 'd.item_id' },
  secondReference: { name: 'discount', column: 'd.discount_id' },
};

/** The exact number of a list's rows from the stored totals; undefined where it has to be counted. */
export function storedTotal(
  { totals }: Pick<ListDefinition<string>, 'totals'>,
  { table, tenantPredicate, organizations, conditions }: ListPlan,
): Sql | undefined {
  const [only, ...others] = conditions;
  if (!totals || others.length > 0 || !(tenantPredicate instanceof InFilter)) return undefined;
  let [base, delta] = [sql`b.dimension = 'all'`, sql`true`];
  if (only) {
    if (!(only instanceof InFilter)) return undefined;
    const dimension = totals[only.column];
    if (!dimension) return undefined;
    const { name, column } = DIMENSIONS[dimension];
    const type = only.type === 'uuid' ? 'uuid[]' : 'text[]';
    base = sql`b.dimension = ${raw(`'${name}'`)} AND b.value = ANY(${[...only.inValues]}::text[])`;
    delta = sql`${raw(column)} = ANY(${[...only.inValues]}::${raw(type)})`;
  }
  const list = (alias: string) =>
    sql`${raw(alias)}.organization_id = ANY(${[...organizations]}::uuid[])
      AND ${raw(alias)}.list = ${raw(`'${table}'`)}`;
  const lapsed =
    only instanceof LapseFilter
      ? sql` UNION ALL SELECT ${raw(only.isAdded ? '' : '-')}count(*) FROM ${raw(table)} t
          WHERE ${tenantPredicate} AND ${only.lapsed}`
      : raw('');
  return sql`(SELECT coalesce(sum(n.count), 0)::float8 FROM (
    SELECT b.count FROM list_totals b WHERE ${list('b')} AND ${base}
    UNION ALL SELECT d.count FROM list_deltas d WHERE ${list('d')} AND ${delta}${lapsed}) n)`;
}

/** The exact number of an unfiltered list's rows by the values of a column; undefined where they have to be counted. */
export function storedCounts(
  scope: Scope,
  { totals }: Pick<ListDefinition<string>, 'totals'>,
  { table, tenantPredicate, organizations, conditions }: ListPlan,
  counted: string,
): Sql | undefined {
  const dimension = totals?.[counted];
  if (!dimension || conditions.length > 0 || !(tenantPredicate instanceof InFilter))
    return undefined;
  const stored = countsBy(dimension, table, organizations);
  const counts = isLapsing(table, counted)
    ? sql`${stored} UNION ALL ${lapsedCounts(scope, table, tenantPredicate)}`
    : stored;
  return sql`SELECT n.value, sum(n.count)::float8 FROM (${counts}) n GROUP BY 1`;
}

/** Selects the stored rows of a dimension's totals as `value` and `count`: several of a value. */
function countsBy(dimension: Dimension, table: string, organizations: readonly string[]): Sql {
  const { name, column } = DIMENSIONS[dimension];
  const ofList = sql`organization_id = ANY(${[...organizations]}::uuid[]) AND list = ${raw(`'${table}'`)}`;
  return sql`SELECT b.value, b.count FROM list_totals b WHERE ${ofList} AND dimension = ${raw(`'${name}'`)}
    UNION ALL SELECT ${raw(column)}::text, d.count FROM list_deltas d WHERE ${ofList} AND ${raw(column)} IS NOT NULL`;
}

/** The groups of a list that is sorted through a relation, in order, with their exact row counts. */
export type Groups = readonly { key: string | null; count: number }[];

/**
 * Selects the groups of a list that is sorted through a relation, as `key` and `count`, without the rows that
 * refer to none; undefined where no such totals are stored.
 */
export function storedGroups(
  { totals }: Pick<ListDefinition<string>, 'totals'>,
  { table, tenantPredicate, organizations, conditions, criteria, sortRelation }: ListPlan,
): Sql | undefined {
  const [criterion, ...others] = criteria;
  const dimension = sortRelation && totals?.[sortRelation.column];
  const isWhole = conditions.length === 0 && tenantPredicate instanceof InFilter;
  if (!dimension || !criterion || others.length > 0 || !isWhole) return undefined;
  return sql`SELECT ${criterion.by} AS key, sum(n.count)::float8 AS count
    FROM (SELECT c.value::uuid AS id, c.count FROM (${countsBy(dimension, table, organizations)}) c) n
    JOIN ${raw(`${sortRelation.table} ${sortRelation.alias}`)} ON ${raw(sortRelation.alias)}.id = n.id
    GROUP BY 1 HAVING sum(n.count) > 0 ORDER BY 1 ${raw(criterion.descending ? 'DESC' : 'ASC')} NULLS LAST`;
}

const BATCH = 20_000;

/** Adds the deltas to the totals. One statement, so that readers count each change exactly once. */
export async function foldTotals(): Promise<void> {
  for (;;) {
    const [folded] = await execute<{ count: number }>(
      null,
      sql`WITH taken AS (
        DELETE FROM list_deltas WHERE number IN (
          SELECT number FROM list_deltas ORDER BY number LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        ) RETURNING *
      ), folded AS (
        INSERT INTO list_totals AS k (organization_id, list, dimension, value, count)
        SELECT t.organization_id, t.list, v.dimension, v.value, sum(t.count)
        FROM taken t CROSS JOIN LATERAL (VALUES ('all', ''), ('status', t.status),
          ('item', t.item_id::text), ('discount', t.discount_id::text)) v (dimension, value)
        WHERE v.value IS NOT NULL
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (organization_id, list, dimension, value)
          DO UPDATE SET count = k.count + excluded.count
      )
      SELECT count(*)::int AS count FROM taken`,
    );
    const count = folded?.count ?? 0;
    if (count > 0) log.debug({ count }, 'totals folded');
    if (count < BATCH) return;
  }
}
