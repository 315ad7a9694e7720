import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { roleIn } from '@/lib/api/rights';
import { organizationFor } from '@/lib/api/tenancy';
import { ApiError, bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import type { SavedViewRow } from '@/lib/resources/saved-views/repository';
import * as repository from '@/lib/resources/saved-views/repository';
import { mayChange } from '@/lib/resources/saved-views/rules';
import type {
  SavedView,
  SavedViewCreate,
  SavedViewUpdate,
} from '@/lib/resources/saved-views/schema';
import { serializeSavedView } from '@/lib/resources/saved-views/serialize';
import { newId } from '@/lib/runtime/ids';

const columns = bodyColumns('SavedView');

export const { listAll, exportAll } = listAndExport(repository.list, serializeSavedView);

/** Throws 404, for the unshared view of somebody else too. */
export async function get(scope: Scope, id: string): Promise<SavedView> {
  const row = await repository.list(scope, { sorting: [] }).find(id);
  return serializeSavedView(orNotFound(row, 'The view'));
}

/**
 * Saves a view for the caller, or for all (docs/contract/additions.md#saved-views). Throws 422 at `is_shared` where
 * a token of an organization keeps it to itself.
 */
export function create(
  scope: Scope,
  { organization_id, ...body }: SavedViewCreate,
): Promise<SavedView> {
  const organizationId = organizationFor(scope, organization_id);
  const userId = userOf(scope);
  requireOwner(userId, body.is_shared);
  return commit(scope, async (scope) => {
    const row = await repository.create(scope, {
      id: newId(),
      createdAt: scope.realTime,
      organizationId,
      userId,
      ...columns({ ...body, is_shared: body.is_shared ?? userId === null }),
    });
    return serializeSavedView(row);
  });
}

/** Throws 404, 403 for a shared view of somebody else to a member, and 422 as {@link create}. */
export function update(scope: Scope, id: string, body: SavedViewUpdate): Promise<SavedView> {
  return commit(scope, async (scope) => {
    const { userId } = await lockChangeable(scope, id);
    requireOwner(userId, body.is_shared);
    const row = await repository.update(scope, id, {
      modifiedAt: scope.realTime,
      ...columns(body),
    });
    return serializeSavedView(row);
  });
}

/** Throws 404, and 403 as {@link update}. */
export function remove(scope: Scope, id: string): Promise<void> {
  return commit(scope, async (scope) => {
    await lockChangeable(scope, id);
    await repository.remove(scope, id);
  });
}

async function lockChangeable(scope: Scope, id: string): Promise<SavedViewRow> {
  const row = orNotFound(await repository.lock(scope, id), 'The view');
  const caller = { userId: userOf(scope), role: roleIn(scope, row.organizationId) };
  if (mayChange(row, caller)) return row;
  throw new ApiError(
    'NotPermitted',
    'Only its creator, an admin, or an owner can change a shared view.',
  );
}

function userOf({ caller }: Scope): string | null {
  return caller.kind === 'user' ? caller.userId : null;
}

/** A view that nobody in particular has would be seen by nobody. */
function requireOwner(userId: string | null, isShared: boolean | null | undefined): void {
  if (userId !== null || isShared !== false) return;
  throw invalid(bodyProblem('is_shared', 'Views made with an organization token must be shared.'));
}

export const { leaveShared } = repository;
