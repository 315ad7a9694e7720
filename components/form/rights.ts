import { createContext, use } from 'react';
import { rights as texts } from '@/components/form/texts';
import type { Endpoint } from '@/lib/contract/contract';
import { type Role, roleAllowsCall } from '@/lib/contract/scopes';

/** The caller's role in the organization of the route; null outside of one. */
export const RoleContext = createContext<Role | null>(null);

/** Why a role does not allow a call; null where it does (docs/contract/callers.md#roles). */
export function whyNot(
  role: Role | null,
  right: Pick<Endpoint, 'scopes' | 'administrators'>,
): string | null {
  return role === null || roleAllowsCall(role, right) ? null : texts.ownersAndAdminsOnly;
}

/** Says why the caller may not call an operation in the organization of the route, for `blockedBy`. */
export function useWhyNot(): (right: Pick<Endpoint, 'scopes' | 'administrators'>) => string | null {
  const role = use(RoleContext);
  return (right) => whyNot(role, right);
}
