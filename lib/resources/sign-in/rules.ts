import { isLoopback } from '@/lib/contract/loopback';
import type { Env } from '@/lib/runtime/env';

/** Who may create an account; `first`: everybody until the first seller exists, then by invitation. */
export type SignUp = 'open' | 'first' | 'invite' | 'closed';

/** The setting SIGN_UP, else the default: open on localhost (docs/contract/callers.md#sign-up). */
export function signUpRule(setting: Env['SIGN_UP'], publicUrl: string): SignUp {
  return setting ?? (isLoopback(publicUrl) ? 'open' : 'first');
}
