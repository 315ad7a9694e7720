import type { Env } from '@/lib/env';

/** The seller of the demonstration data. */
export const DEMO_EMAIL = 'demo@example.com';

/** Who may make an account; `first` is open until the first seller exists, then by invitation. */
export type SignUp = 'open' | 'first' | 'invite' | 'closed';

/** What SIGN_UP says, else the installation's rule (semantics §3). */
export function signUpRule(setting: Env['SIGN_UP'], publicUrl: string): SignUp {
  return setting ?? (isLoopback(publicUrl) ? 'open' : 'first');
}

/** Whether an address leads to its own computer alone, as while the product is tried out. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(.+\.)?localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(hostname);
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
