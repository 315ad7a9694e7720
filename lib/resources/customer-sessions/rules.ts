import { ApiError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';

/**
 * Throws 403 for a session that is bound to a checkout: it changes nothing but the activations of its keys
 * (docs/contract/callers.md#confirmation-sessions). `what` ends the sentence.
 */
export function requireFullSession({ caller }: Scope, what: string): void {
  if (caller.kind !== 'customer' || caller.checkoutId === null) return;
  throw new ApiError('NotPermitted', `Sign in with a link from the seller to change ${what}.`);
}
