import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { existsInOrganizations } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';

/**
 * The organization that a create goes into (docs/contract/callers.md#choice-of-organization): the
 * one named in the body, else the only one of the caller. Throws 422 at `organization_id` when it
 * is missing or foreign, 403 where the caller's role does not allow the operation.
 */
export function organizationFor(scope: Scope, named: string | null | undefined): string {
  const { organizationIds, forbiddenOrganizationIds } = scope;
  const own = [...organizationIds, ...forbiddenOrganizationIds];
  const [only, ...others] = own;
  const chosen = named ?? (others.length === 0 ? only : undefined);
  if (chosen === undefined) {
    throw invalid({
      loc: ['body', 'organization_id'],
      msg:
        own.length === 0 ? 'Create an organization first.' : 'Specify one of your organizations.',
      type: 'missing',
    });
  }
  if (organizationIds.includes(chosen)) return chosen;
  if (forbiddenOrganizationIds.includes(chosen)) {
    throw roleForbids();
  }
  throw invalid(
    bodyProblem('organization_id', "You aren't a member of an organization with this ID."),
  );
}

/** 403: the caller is in the organization, but his role does not allow the operation. */
export function roleForbids(): ApiError {
  return new ApiError('NotPermitted', "Your role in this organization doesn't allow this.");
}

/**
 * Throws 403 where an id that was not found is one of an organization that the caller is in without
 * the right to do this: its existence is no secret to him (docs/contract/callers.md#roles).
 */
export async function refuseForbidden(
  { forbiddenOrganizationIds }: Scope,
  id: string,
): Promise<void> {
  if (forbiddenOrganizationIds.length === 0) return;
  if (await existsInOrganizations(id, forbiddenOrganizationIds)) throw roleForbids();
}
