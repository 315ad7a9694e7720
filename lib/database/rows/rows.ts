import { LRUCache } from 'lru-cache';
import { tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { type Cells, compile, type RowMapping, type RowOf } from '@/lib/database/rows/mapping';
import { type SnapshotKey, snapshotsOf } from '@/lib/database/rows/snapshots';

// Reads rows by their mapping. Rows are cached under the versions of everything that they are made of: the
// transaction that wrote a row (xmin) identifies its content. A page that is in the cache costs one statement,
// which selects versions alone, and a changed row is never found under its old versions.

/** The rows that were read last. They are shared, and frozen. */
const MAX_CACHED = 2000;
const cache = new LRUCache<string, object>({ max: MAX_CACHED });

/**
 * The scope's rows that a statement gives as `id` and `position`, in that order; with `total`, the value of
 * that expression (0 where there is no row).
 */
export async function selectRows<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  ids: Sql,
  { total, prepared = false }: { total?: Sql; prepared?: boolean } = {},
): Promise<{ rows: RowOf<Mapping>[]; total: number }> {
  const { selected } = compile(mapping);
  const found = await execute(
    scope,
    sql`SELECT ${selected.versions}, ${total ?? raw('NULL')} AS total ${fromClause(scope, mapping, ids)}`,
    { prepared },
  );
  const keys = found.map((cells) => cacheKey(mapping, cells));
  // A transaction may have written what it reads, and may be rolled back.
  const isCached = scope.transaction === null;
  const rows = keys.map((key) =>
    isCached ? (cache.get(key) as RowOf<Mapping> | undefined) : undefined,
  );
  const missing = found.flatMap(([id], index) => (rows[index] ? [] : [String(id)]));
  const loaded = new Map<unknown, RowOf<Mapping>>();
  if (missing.length > 0) {
    for (const { key, id, row } of await loadRows(scope, mapping, idsInOrder(missing))) {
      if (isCached) cache.set(key, Object.freeze(row));
      loaded.set(id, row);
    }
  }
  return {
    rows: found.flatMap(([id], index) => {
      const row = rows[index] ?? loaded.get(id);
      return row === undefined ? [] : [row];
    }),
    total: Number(found[0]?.at(-1) ?? 0),
  };
}

/** The predicate that a row `t` is one of the scope's. */
export function tenantPredicate(scope: Scope, mapping: Pick<RowMapping, 'tenant'>): Sql {
  return mapping.tenant?.(scope) ?? tenant(scope, 't');
}

/** `FROM … ORDER BY …` of the scope's rows that a statement gives as `id` and `position`. */
function fromClause(scope: Scope, mapping: RowMapping, ids: Sql): Sql {
  const { joins } = compile(mapping);
  return sql`FROM (${ids}) page JOIN ${raw(mapping.table)} t ON t.id = page.id ${joins}
    WHERE ${tenantPredicate(scope, mapping)} ORDER BY page.position`;
}

/** The key of a row in the cache: its mapping, its id and the versions that it was read with. */
function cacheKey(mapping: RowMapping, cells: Cells): string {
  const { id, versionCount } = compile(mapping);
  return `${id} ${cells.slice(0, versionCount).join(' ')}`;
}

/** Makes rows of the cells of {@link selectedColumns}. */
export async function hydrate<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  found: readonly Cells[],
): Promise<RowOf<Mapping>[]> {
  const { makeRow, relations, versionCount } = compile(mapping);
  const rows = found.map((cells) => {
    const row = makeRow(cells, versionCount);
    for (const { name, start, reader } of relations) {
      row[name] = reader.read(cells, versionCount + start);
    }
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

/** Known ids, as `id` and `position`. */
function idsInOrder(ids: readonly string[]): Sql {
  const [only, ...others] = ids;
  // A single id is no array: PostgreSQL plans a statement with an array anew for each length.
  if (only !== undefined && others.length === 0)
    return sql`SELECT ${only}::uuid AS id, 1 AS position`;
  return sql`SELECT g.id, g.position FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY g (id, position)`;
}

/** Selects whole rows, each with its key in the cache. */
async function loadRows<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  ids: Sql,
): Promise<{ key: string; id: unknown; row: RowOf<Mapping> }[]> {
  const { selected } = compile(mapping);
  const statement = sql`SELECT ${selected.all} ${fromClause(scope, mapping, ids)}`;
  const found = await execute(scope, statement, { prepared: true });
  const rows = await hydrate(scope, mapping, found);
  return rows.map((row, index) => {
    const cells = found[index] ?? [];
    return { key: cacheKey(mapping, cells), id: cells[0], row };
  });
}

/** The scope's rows with these ids, in their order. */
export async function selectMany<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  ids: readonly string[],
): Promise<RowOf<Mapping>[]> {
  if (ids.length === 0) return [];
  return (await loadRows(scope, mapping, idsInOrder(ids))).map(({ row }) => row);
}

/**
 * The scope's row that a statement gives as `id` and `position`, past the cache: for rows that each use
 * changes, and for what a transaction is about to change.
 */
export async function selectUncached<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  id: Sql,
): Promise<RowOf<Mapping> | null> {
  const [found] = await loadRows(scope, mapping, id);
  return found?.row ?? null;
}

/** The row with this id; null when there is none in the scope. */
export async function selectRow<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  id: string,
): Promise<RowOf<Mapping> | null> {
  const ids = idsInOrder([id]);
  if (scope.transaction) return selectUncached(scope, mapping, ids);
  const { rows } = await selectRows(scope, mapping, ids, { prepared: true });
  return rows[0] ?? null;
}
