import { LRUCache } from 'lru-cache';
import { tenant } from '@/lib/database/connection/client';
import { type Prepared, read } from '@/lib/database/connection/read';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { type DocumentKey, documentsOf } from '@/lib/database/rows/documents';
import { type Cells, compile, type Shape } from '@/lib/database/rows/shape';

// PostgreSQL knows each version of a row by the transaction that wrote it (xmin). What was read is kept
// under the versions of all that it is made of, so that a page which is asked for again costs its versions
// alone, and nothing stale can be found.

/** The rows that were read last. They are shared: read only. */
const MAX_CACHED = 2000;
const cache = new LRUCache<string, object>({ max: MAX_CACHED });

/**
 * The scope's rows that a statement gives as `id` and `position`, in that order; with `total`, the value of
 * that expression (0 where there is no row).
 */
export async function selectRows<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  ids: Sql,
  { total, prepared = 'never' }: { total?: Sql; prepared?: Prepared } = {},
): Promise<{ rows: Row[]; total: number }> {
  const { selected } = compile(shape);
  const found = await read(
    scope,
    sql`SELECT ${selected.versions}, ${total ?? raw('NULL')} AS total ${those(scope, shape, ids)}`,
    { prepared },
  );
  const names = found.map((cells) => nameOf(shape, cells));
  // What a transaction reads it may have written, and may take back.
  const isOwn = scope.transaction !== null;
  const rows = names.map((name) => (isOwn ? undefined : (cache.get(name) as Row | undefined)));
  const missing = found.flatMap(([id], index) => (rows[index] ? [] : [String(id)]));
  const loaded = new Map<unknown, Row>();
  if (missing.length > 0) {
    for (const { name, row } of await load(scope, shape, inTurn(missing), { prepared: 'always' })) {
      if (!isOwn) cache.set(name, Object.freeze(row));
      loaded.set(row.id, row);
    }
  }
  return {
    rows: rows.flatMap((row, index) => row ?? loaded.get(found[index]?.[0]) ?? []),
    total: Number(found[0]?.at(-1) ?? 0),
  };
}

/** The predicate that a row `t` is one of the scope's. */
export function own(scope: Scope, shape: Pick<Shape<unknown>, 'tenant'>): Sql {
  return shape.tenant?.(scope) ?? tenant(scope, 't');
}

/** The rows of a shape that a statement gives as `id` and `position`. */
function those(scope: Scope, shape: Shape<unknown>, ids: Sql): Sql {
  const { joins } = compile(shape);
  return sql`FROM (${ids}) page JOIN ${raw(shape.table)} t ON t.id = page.id ${joins}
    WHERE ${own(scope, shape)} ORDER BY page.position`;
}

function nameOf(shape: Shape<unknown>, cells: Cells): string {
  const { id, versions } = compile(shape);
  return `${id} ${cells.slice(0, versions).join(' ')}`;
}

/** Rows from the cells that `wholeRows` selects. */
export async function assemble<Row>(
  scope: Scope,
  shape: Shape<Row>,
  found: readonly Cells[],
): Promise<Row[]> {
  const { make, parts, versions } = compile(shape);
  const rows = found.map((cells) => {
    const row = make(cells, versions);
    for (const { name, start, reader } of parts) row[name] = reader.take(cells, versions + start);
    return row;
  });
  for (const { name, reader } of parts) {
    if (!reader.document) continue;
    const keys = rows.map((row) => row[name] as DocumentKey);
    const documents = await documentsOf(scope, reader.document, keys);
    for (const [index, row] of rows.entries()) row[name] = documents[index];
  }
  return rows as Row[];
}

/** Ids that are known, as `id` and `position`. */
function inTurn(ids: readonly string[]): Sql {
  const [only, ...others] = ids;
  // PostgreSQL guesses how long an array is, and would plan anew each time for what it takes as many.
  if (only !== undefined && others.length === 0)
    return sql`SELECT ${only}::uuid AS id, 1 AS position`;
  return sql`SELECT g.id, g.position FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY g (id, position)`;
}

/** Reads rows whole, each with its name. */
async function load<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  ids: Sql,
  options: { prepared?: Prepared } = {},
): Promise<{ name: string; row: Row }[]> {
  const { selected } = compile(shape);
  const statement = sql`SELECT ${selected.all} ${those(scope, shape, ids)}`;
  const found = await read(scope, statement, options);
  const rows = await assemble(scope, shape, found);
  return rows.map((row, index) => ({ name: nameOf(shape, found[index] ?? []), row }));
}

/** The scope's rows with these ids, in their order. */
export async function selectMany<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  return (await load(scope, shape, inTurn(ids), { prepared: 'always' })).map(({ row }) => row);
}

/** The scope's row that a statement gives as `id` and `position`, for one that each use of it changes. */
export async function selectLive<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  id: Sql,
): Promise<Row | null> {
  const [found] = await load(scope, shape, id, { prepared: 'always' });
  return found?.row ?? null;
}

/** The row with this id; null when there is none in the scope. */
export async function selectRow<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  id: string,
): Promise<Row | null> {
  // A transaction reads what it is about to change, or has just changed.
  const ids = inTurn([id]);
  if (scope.transaction) return selectLive(scope, shape, ids);
  const { rows } = await selectRows(scope, shape, ids, { prepared: 'always' });
  return rows[0] ?? null;
}
