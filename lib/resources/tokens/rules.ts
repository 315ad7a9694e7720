import { SCOPES, type ScopeName, scopesCover } from '@/lib/contract/scopes';
import type { TokenKind } from '@/lib/resources/tokens/schema';

export const PREFIX: Record<TokenKind, string> = { personal: 'td_pat_', organization: 'td_oat_' };

/** The places of the wanted scopes that their maker does not hold; `x:write` also reads. */
export function unheldScopes(held: readonly ScopeName[], wanted: readonly ScopeName[]): number[] {
  const set = new Set<string>(held);
  return wanted.flatMap((scope, place) => (scopesCover(set, scope) ? [] : [place]));
}

/** Every scope once, in the published order. */
export function inPublishedOrder(wanted: readonly ScopeName[]): ScopeName[] {
  return SCOPES.filter((scope) => wanted.includes(scope));
}
