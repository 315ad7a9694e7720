import { tenant } from '@/lib/database/connection/client';
import { selectCells } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';

/** A row of the scope: its table, and its id. */
export interface RowAddress {
  table: string;
  id: string;
}

/**
 * The version of one of the scope's rows: the transaction that wrote it last (PostgreSQL's `xmin`); null where
 * there is no such row. With `lock` nobody else writes the row until the scope's transaction has ended. `suffix` is
 * what distinguishes versions of a row `t` beside that.
 */
export async function rowVersion(
  scope: Scope,
  { table, id }: RowAddress,
  { lock = false, suffix = raw("''") }: { lock?: boolean; suffix?: Sql | undefined } = {},
): Promise<string | null> {
  const isOwn =
    table === 'organizations'
      ? sql`t.id = ANY(${[...scope.organizationIds]}::uuid[])`
      : tenant(scope, 't');
  const [row] = await selectCells(
    scope,
    sql`SELECT t.xmin::text || ${suffix} FROM ${raw(table)} t WHERE t.id = ${id}::uuid AND ${isOwn}
        ${raw(lock ? 'FOR NO KEY UPDATE OF t' : '')}`,
    { prepared: true },
  );
  return row ? String(row[0]) : null;
}
