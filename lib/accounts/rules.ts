import { type Env, isLoopback } from '@/lib/env';

/** The seller of the demonstration data. */
export const DEMO_EMAIL = 'demo@example.com';

/** Who may make an account; `first` is open until the first seller exists, then by invitation. */
export type SignUp = 'open' | 'first' | 'invite' | 'closed';

/** What SIGN_UP says, else the installation's rule (semantics §3). */
export function signUpRule(setting: Env['SIGN_UP'], publicUrl: string): SignUp {
  return setting ?? (isLoopback(publicUrl) ? 'open' : 'first');
}

const DAY_MS = 86_400_000;

/** How long a session lasts after its making, whatever is done with it. */
export const SESSION_DAYS = 14;
const IDLE_DAYS = 7;

/** When a session ends that is used now: its use is written down as this moment. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  const last = createdAt.getTime() + SESSION_DAYS * DAY_MS;
  return new Date(Math.min(last, now.getTime() + IDLE_DAYS * DAY_MS));
}
