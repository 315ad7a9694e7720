import { read } from '@/lib/database/connection/read';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { assemble, own, selectMany } from '@/lib/database/rows/rows';
import { type Shape, wholeRows } from '@/lib/database/rows/shape';

/** What else a row is kept from: being referred to or changed; being changed; being changed, by anyone. */
export type Strength = 'UPDATE' | 'NO KEY UPDATE' | 'SHARE';

/** The scope's rows `t` that meet a condition, by id, locked until the transaction ends and as they are then. */
export async function lockRows<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  condition: Sql,
  strength: Strength,
): Promise<Row[]> {
  const { columns } = wholeRows(shape);
  // What is joined would be as it was before the lock was waited for.
  const isWhole = Object.keys(shape.parts).length === 0;
  const locked = await read(
    scope,
    sql`SELECT ${isWhole ? columns : raw('t.id')} FROM ${raw(shape.table)} t
        WHERE ${own(scope, shape)} AND ${condition} ORDER BY t.id FOR ${raw(strength)}`,
    { prepared: 'always' },
  );
  if (isWhole) return assemble(scope, shape, locked);
  const ids = locked.map(([id]) => String(id));
  return selectMany(scope, shape, ids);
}

/** The same for one row; null where there is none. */
export async function lockRow<Row extends { id: string }>(
  scope: Scope,
  shape: Shape<Row>,
  condition: Sql,
  strength: Strength,
): Promise<Row | null> {
  const [row] = await lockRows(scope, shape, condition, strength);
  return row ?? null;
}
