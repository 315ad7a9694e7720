import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { existsInOrganizations } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';

/**
 * The organization that a create goes into (docs/contract/callers.md#choice-of-organization): the
 * one named in the body, else the only one of the caller. Throws 422 at `organization_id` when it
 * is missing or foreign, 403 where the caller's role does not allow the operation or a second factor is missing.
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
    throw forbids(scope, [chosen]);
  }
  throw invalid(
    bodyProblem('organization_id', "You aren't a member of an organization with this ID."),
  );
}

/** 403: the caller is in the organization, but his role does not allow the operation. */
export function roleForbids(): ApiError {
  return new ApiError('NotPermitted', "Your role in this organization doesn't allow this.");
}

/** 403: the organization requires a second factor (docs/contract/callers.md#required-second-factors). */
function twoFactorRequired(): ApiError {
  const detail =
    'This organization requires two-factor authentication. Set it up, or add a passkey, in your account.';
  return new ApiError('NotPermitted', detail, { fields: { code: 'two_factor_required' } });
}

/** 403 for some of the organizations that the caller is in without the right to do this. */
export function forbids({ withoutFactorIds }: Scope, ids: readonly string[]): ApiError {
  return ids.some((id) => withoutFactorIds.includes(id)) ? twoFactorRequired() : roleForbids();
}

/** Throws 403 where a call names an organization that requires a second factor which the caller has not set up. */
export function assertFactor({ withoutFactorIds }: Scope, named: readonly string[]): void {
  if (named.some((id) => withoutFactorIds.includes(id))) throw twoFactorRequired();
}

/**
 * Throws 403 where an id that was not found is one of an organization that the caller is in without
 * the right to do this: its existence is no secret to him (docs/contract/callers.md#roles).
 */
export async function refuseForbidden(scope: Scope, id: string): Promise<void> {
  const { forbiddenOrganizationIds: forbidden, withoutFactorIds } = scope;
  const others = forbidden.filter((organizationId) => !withoutFactorIds.includes(organizationId));
  for (const ids of [withoutFactorIds, others]) {
    if (ids.length > 0 && (await existsInOrganizations(id, ids))) throw forbids(scope, ids);
  }
}

/** Work on an object that a body names by `id`. Where it fails, throws as {@link refuseForbidden} first. */
export async function unlessForbidden<T>(
  scope: Scope,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await refuseForbidden(scope, id);
    throw error;
  }
}
