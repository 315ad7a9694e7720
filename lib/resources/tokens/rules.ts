import { PERMISSIONS, type Permission, permissionsCover } from '@/lib/contract/permissions';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import type { TokenKind } from '@/lib/resources/tokens/schema';

export const PREFIX: Record<TokenKind, string> = {
  personal: SECRET_PREFIX.personalToken,
  organization: SECRET_PREFIX.organizationToken,
};

/** The indexes of the wanted permissions that the granted ones do not cover; `x:write` includes `x:read`. */
export function missingPermissions(
  granted: readonly Permission[],
  wanted: readonly Permission[],
): number[] {
  const set = new Set<string>(granted);
  return wanted.flatMap((permission, index) => (permissionsCover(set, permission) ? [] : [index]));
}

/** The distinct permissions in the published order. */
export function inPublishedOrder(wanted: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => wanted.includes(permission));
}
