import { SCOPES, type ScopeName, scopesCover } from '@/lib/contract/scopes';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import type { TokenKind } from '@/lib/resources/tokens/schema';

export const PREFIX: Record<TokenKind, string> = {
  personal: SECRET_PREFIX.personalToken,
  organization: SECRET_PREFIX.organizationToken,
};

/** The indexes of the wanted scopes that the granted ones do not cover; `x:write` includes `x:read`. */
export function missingScopes(
  granted: readonly ScopeName[],
  wanted: readonly ScopeName[],
): number[] {
  const set = new Set<string>(granted);
  return wanted.flatMap((scope, index) => (scopesCover(set, scope) ? [] : [index]));
}

/** The distinct scopes in the published order. */
export function inPublishedOrder(wanted: readonly ScopeName[]): ScopeName[] {
  return SCOPES.filter((scope) => wanted.includes(scope));
}
