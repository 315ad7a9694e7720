import type { Env } from '@/lib/env';

/** The seller of the demonstration data. */
export const DEMO_EMAIL = 'demo@example.com';

/** Who may make an account; `first` is open until the first seller exists, then by invitation. */
export type SignUp = 'open' | 'first' | 'invite' | 'closed';

/** What SIGN_UP says, else the installation's rule (semantics §3). */
export function signUpRule(setting: Env['SIGN_UP'], publicUrl: string): SignUp {
  return setting ?? (isLoopback(publicUrl) ? 'open' : 'first');
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(.+\.)?localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(hostname);
}

const turns = new Map<string, Promise<unknown>>();

/** Runs work of the same key one after the other within this process. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
  }
}
