import { selectCells } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import { compile, type RowMapping, type RowOf } from '@/lib/database/rows/mapping';
import { hydrate, selectMany, tenantPredicate } from '@/lib/database/rows/rows';

/**
 * PostgreSQL's row locks; `NO KEY UPDATE` lets others refer to the row, `SHARE` lets others lock it in the same way;
 * `SKIP LOCKED` passes by rows that others have locked.
 */
export type LockStrength = 'UPDATE' | 'UPDATE SKIP LOCKED' | 'NO KEY UPDATE' | 'SHARE';

/** Locks the scope's rows `t` that meet a condition until the transaction ends, and returns them in the order of their ids. */
export async function lockRows<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  condition: Sql,
  strength: LockStrength,
): Promise<RowOf<Mapping>[]> {
  const { columns } = compile(mapping);
  // A joined relation would be as old as the statement's start, before it waited for the lock: select it after.
  const hasNoRelations = mapping.relations === undefined;
  const locked = await selectCells(
    scope,
    sql`SELECT ${hasNoRelations ? columns : raw('t.id')} FROM ${raw(mapping.table)} t
        WHERE ${tenantPredicate(scope, mapping)} AND ${condition} ORDER BY t.id FOR ${raw(strength)}`,
    { prepared: true },
  );
  if (hasNoRelations) return hydrate(scope, mapping, locked);
  const ids = locked.map(([id]) => String(id));
  return selectMany(scope, mapping, ids);
}

/** The same for one row; null where there is none. */
export async function lockRow<Mapping extends RowMapping>(
  scope: Scope,
  mapping: Mapping,
  condition: Sql,
  strength: LockStrength,
): Promise<RowOf<Mapping> | null> {
  const [row] = await lockRows(scope, mapping, condition, strength);
  return row ?? null;
}
