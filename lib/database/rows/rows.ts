import { tenant } from '@/lib/database/connection/client';
import { type Cells, selectCells } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { compile, type RowMapping, type RowOf } from '@/lib/database/rows/mapping';
import { bytesOfMissing, type SnapshotKey, snapshotsOf } from '@/lib/database/rows/snapshots';

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
  const found = await selectCells(
    scope,
    sql`SELECT ${columns}, ${total} AS total FROM (${ids}) page
        JOIN ${raw(mapping.table)} t ON t.id = page.id ${joins}
        WHERE ${tenantPredicate(scope, mapping)} ORDER BY page.position`,
    { prepared: true },
  );
  return { rows: await hydrate(scope, mapping, found), total: Number(found[0]?.at(-1) ?? 0) };
}

/** So many bytes of JSON are read at a time; a batch has one row at least. */
const BATCH_BYTES = 1024 ** 2;

/**
 * {@link selectRows} in batches of rows that hold {@link BATCH_BYTES}, snapshots that have to be loaded included: so
 * that what is read needs as little memory however large rows are. The first statement selects the rest of its rows
 * without their JSON; usually there is none.
 */
export async function selectBatches<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  ids: Sql,
  { total = raw('NULL') }: { total?: Sql } = {},
): Promise<{ batches: AsyncGenerator<RowOf<Mapping>[]>; total: number }> {
  const found = await selectFirst(scope, mapping, ids, total);
  const batches = async function* () {
    for (let cells = found; cells.length > 0; ) {
      const rest = cells.findIndex((row) => row.at(-1) === false);
      yield* hydrateBatches(scope, mapping, rest < 0 ? cells : cells.slice(0, rest));
      if (rest < 0) return;
      const left = cells.slice(rest).map(([id]) => String(id));
      cells = await selectFirst(scope, mapping, inOrder(left), raw('NULL'));
    }
  };
  return { batches: batches(), total: Number(found[0]?.at(-2) ?? 0) };
}

/** The cells of rows; the last says whether it is among the first {@link BATCH_BYTES} and so complete. */
function selectFirst(scope: Scope, mapping: RowMapping, ids: Sql, total: Sql): Promise<Cells[]> {
  const { columnsIf, joins, bytes } = compile(mapping);
  const fits = sql`sum(size.bytes) OVER (ORDER BY page.position) - size.bytes < ${raw(String(BATCH_BYTES))}`;
  return selectCells(
    scope,
    sql`SELECT ${columnsIf(fits)}, ${total} AS total, ${fits} FROM (${ids}) page
        JOIN ${raw(mapping.table)} t ON t.id = page.id ${joins}
        CROSS JOIN LATERAL (SELECT ${bytes} AS bytes) size
        WHERE ${tenantPredicate(scope, mapping)} ORDER BY page.position`,
    { prepared: true },
  );
}

/** Makes rows in batches that need no more than {@link BATCH_BYTES} of snapshots that are not cached. */
async function* hydrateBatches<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  found: readonly Cells[],
): AsyncGenerator<RowOf<Mapping>[]> {
  const { relations } = compile(mapping);
  const sizes: { of: (cells: Cells) => string; bytes: ReadonlyMap<string, number> }[] = [];
  for (const { start, reader } of relations) {
    if (!reader.snapshot) continue;
    const keys = found.map((cells) => reader.read(cells, start) as SnapshotKey);
    const bytes = await bytesOfMissing(scope, reader.snapshot, keys);
    if (bytes.size > 0) sizes.push({ of: (cells) => String(cells[start]), bytes });
  }
  let batch: Cells[] = [];
  let counted = new Set<string>();
  let bytes = 0;
  for (const cells of found) {
    let more = 0;
    for (const size of sizes) {
      const id = size.of(cells);
      if (!counted.has(id)) more += size.bytes.get(id) ?? 0;
      counted.add(id);
    }
    if (batch.length > 0 && bytes + more > BATCH_BYTES) {
      yield await hydrate(scope, mapping, batch);
      batch = [];
      bytes = 0;
      counted = new Set(sizes.map((size) => size.of(cells)));
    }
    batch.push(cells);
    bytes += more;
  }
  if (batch.length > 0) yield await hydrate(scope, mapping, batch);
}

/** Splits ids into batches of {@link BATCH_BYTES} by the sizes of their rows. */
export function* idBatchesBySize(rows: readonly { id: string; bytes: number }[]) {
  let batch: string[] = [];
  let sum = 0;
  for (const { id, bytes } of rows) {
    if (batch.length > 0 && sum + bytes > BATCH_BYTES) {
      yield batch;
      batch = [];
      sum = 0;
    }
    batch.push(id);
    sum += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** The predicate that a row `t` is one of the scope's. */
export function tenantPredicate(scope: Scope, mapping: Pick<RowMapping, 'tenant'>): Sql {
  return mapping.tenant?.(scope) ?? tenant(scope, 't');
}

/**
 * Makes rows of the cells that the columns of a mapping were selected as. Left out are those whose snapshot was
 * deleted since, and the row with it.
 */
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
  const isWhole = (row: Record<string, unknown>) =>
    relations.every(({ name, reader }) => !reader.snapshot || row[name] !== undefined);
  return rows.filter(isWhole) as RowOf<Mapping>[];
}

/** The scope's rows with these ids, in their order. */
export async function selectMany<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  ids: readonly string[],
): Promise<RowOf<Mapping>[]> {
  if (ids.length === 0) return [];
  return (await selectRows(scope, mapping, inOrder(ids))).rows;
}

/** A statement of ids and their positions. */
export function inOrder(ids: readonly string[]): Sql {
  return sql`SELECT g.id, g.position
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY g (id, position)`;
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
