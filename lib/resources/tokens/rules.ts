import { SCOPES, type ScopeName, scopesCover } from '@/lib/contract/scopes';
import type { TokenKind } from '@/lib/resources/tokens/schema';

export const PREFIX: Record<TokenKind, string> = { personal: 'td_pat_', organization: 'td_oat_' };

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
