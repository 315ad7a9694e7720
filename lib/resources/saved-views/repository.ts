import type { QueryOf } from '@/lib/contract/contract';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { SavedView } from '@/lib/database/generated/client';
import {
  booleanFilter,
  createdFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import { lockRow } from '@/lib/database/rows/lock';
import type { RowMapping } from '@/lib/database/rows/mapping';
import type { exportSavedViews } from '@/lib/resources/saved-views/contract';
import type { SavedViewSort } from '@/lib/resources/saved-views/schema';

export type SavedViewRow = SavedView;

const LIST: ListDefinition<SavedViewSort> = {
  table: 'saved_views',
  sorts: { created_at: required(sql`t.created_at`), name: textOrder('t.name') },
};

const MAPPING = { model: 'SavedView', table: 'saved_views' } as const satisfies RowMapping;

/** The caller's own views and shared ones: those of others do not exist for him. */
function visible({ caller }: Scope): Sql {
  const userId = caller.kind === 'user' ? caller.userId : null;
  return sql`(t.is_shared OR t.user_id = ${userId}::uuid)`;
}

/** The views that the scope's caller sees. */
export function list(scope: Scope, request: QueryOf<typeof exportSavedViews>) {
  const { page_name } = request;
  const conditions = [
    visible(scope),
    page_name === undefined ? undefined : sql`t.page = ${page_name}`,
    booleanFilter('t.is_shared', request.is_shared),
    searchFilter(['t.name'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING);
}

/** A view that the scope's caller sees, locked until the transaction ends; null where there is none. */
export function lock(scope: Scope, id: string): Promise<SavedView | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid AND ${visible(scope)}`, 'UPDATE');
}

export const { create, update, remove } = crud('SavedView');

/** Leaves the shared views of a user to their organizations. */
export async function leaveShared(scope: Scope, userId: string): Promise<void> {
  await execute(
    scope,
    sql`UPDATE saved_views SET user_id = NULL WHERE user_id = ${userId}::uuid AND is_shared`,
  );
}
