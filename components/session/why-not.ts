import type { Right } from '@/components/form/rights';
import { rights as texts } from '@/components/form/texts';
import { type Role, roleAllowsCall } from '@/lib/contract/permissions';

/** Why a role does not allow a call; null where it does (docs/contract/callers.md#roles). */
export function whyNot(role: Role | null, right: Right): string | null {
  return role === null || roleAllowsCall(role, right) ? null : texts.ownersAndAdminsOnly;
}
