import { tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { type Cells, compile, type RowMapping, type RowOf } from '@/lib/database/rows/mapping';
import { type SnapshotKey, snapshotsOf } from '@/lib/database/rows/snapshots';

// Reads rows by their mapping: one statement selects a row and what it refers to.

/**
 * The scope's rows that a statement gives as `id` and `position`, in that order; with `total`, the value of
 * that expression (0 where there is no row). The statement is prepared: the code fixes its text.
 */
export async function selectRows<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  ids: Sql,
  { total = raw('NULL') }: { total?: Sql } = {},
): Promise<{ rows: RowOf<Mapping>[]; total: number }> {
  const { columns, joins } = compile(mapping);
  const found = await execute(
    scope,
    sql`SELECT ${columns}, ${total} AS total FROM (${ids}) page
        JOIN ${raw(mapping.table)} t ON t.id = page.id ${joins}
        WHERE ${tenantPredicate(scope, mapping)} ORDER BY page.position`,
    { prepared: true },
  );
  return { rows: await hydrate(scope, mapping, found), total: Number(found[0]?.at(-1) ?? 0) };
}

/** The predicate that a row `t` is one of the scope's. */
export function tenantPredicate(scope: Scope, mapping: Pick<RowMapping, 'tenant'>): Sql {
  return mapping.tenant?.(scope) ?? tenant(scope, 't');
}

/** Makes rows of the cells that the columns of a mapping were selected as. */
export async function hydrate<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  found: readonly Cells[],
): Promise<RowOf<Mapping>[]> {
  const { makeRow, relations } = compile(mapping);
  const rows = found.map((cells) => {
    const row = makeRow(cells, 0);
    for (const { name, start, reader } of relations) row[name] = reader.read(cells, start);
    return row;
  });
  for (const { name, reader } of relations) {
    if (!reader.snapshot) continue;
    const keys = rows.map((row) => row[name] as SnapshotKey);
    const snapshots = await snapshotsOf(scope, reader.snapshot, keys);
    for (const [index, row] of rows.entries()) row[name] = snapshots[index];
  }
  return rows as RowOf<Mapping>[];
}

/** The scope's rows with these ids, in their order. */
export async function selectMany<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  ids: readonly string[],
): Promise<RowOf<Mapping>[]> {
  if (ids.length === 0) return [];
  const inOrder = sql`SELECT g.id, g.position
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY g (id, position)`;
  return (await selectRows(scope, mapping, inOrder)).rows;
}

/** The scope's row that a statement gives as `id` and `position`; null where there is none. */
export async function selectOne<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  id: Sql,
): Promise<RowOf<Mapping> | null> {
  const { rows } = await selectRows(scope, mapping, id);
  return rows[0] ?? null;
}

/** The row with this id; null when there is none in the scope. */
export function selectRow<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  id: string,
): Promise<RowOf<Mapping> | null> {
  return selectOne(scope, mapping, sql`SELECT ${id}::uuid AS id, 1 AS position`);
}
