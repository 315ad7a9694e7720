import { ApiError } from '@/lib/contract/errors';
import { isLoopback } from '@/lib/contract/loopback';
import type { Scope } from '@/lib/database/connection/scope';
import type { Env } from '@/lib/runtime/env';

/** The seller of the demonstration data. */
export const DEMO_EMAIL = 'demo@example.com';

/** Who may create an account; `first`: everybody until the first seller exists, then by invitation. */
export type SignUp = 'open' | 'first' | 'invite' | 'closed';

/** The setting SIGN_UP, else the default: open on localhost (docs/contract/callers.md#sign-up). */
export function signUpRule(setting: Env['SIGN_UP'], publicUrl: string): SignUp {
  return setting ?? (isLoopback(publicUrl) ? 'open' : 'first');
}

const DAY_MS = 86_400_000;

/** The maximum lifetime of a session, whether it is used or not. */
export const SESSION_DAYS = 14;
const IDLE_DAYS = 7;

/**
 * The end of a session that is used now: after {@link IDLE_DAYS} without use, at most {@link SESSION_DAYS}
 * after its creation.
 */
export function sessionEnd(createdAt: Date, now: Date): Date {
  const last = createdAt.getTime() + SESSION_DAYS * DAY_MS;
  return new Date(Math.min(last, now.getTime() + IDLE_DAYS * DAY_MS));
}

/**
 * Throws 403 for a session that is bound to a checkout: it changes nothing but the activations of its keys
 * (docs/contract/callers.md#confirmation-sessions). `what` ends the sentence.
 */
export function requireFullSession({ caller }: Scope, what: string): void {
  if (caller.kind !== 'customer' || caller.checkoutId === null) return;
  throw new ApiError('NotPermitted', `Sign in with a link from the seller to change ${what}.`);
}
