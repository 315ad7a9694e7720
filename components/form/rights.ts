import { createContext, use } from 'react';
import type { Endpoint } from '@/lib/contract/contract';

/** What a call asks of its caller. */
export type Right = Pick<Endpoint, 'permissions' | 'administrators'>;

/**
 * Says why the caller's role does not allow a call in the organization of the route; outside of one nothing is refused.
 * It is given by who knows the role, so that forms of buyers load no table of permissions.
 */
export const WhyNotContext = createContext<(right: Right) => string | null>(() => null);

/** Says why the caller may not call an operation in the organization of the route, for `blockedBy`. */
export function useWhyNot(): (right: Right) => string | null {
  return use(WhyNotContext);
}
