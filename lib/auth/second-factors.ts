import { AsyncLocalStorage } from 'node:async_hooks';
import { SECOND_FACTORS, type SecondFactor } from '@/lib/contract/second-factors';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';

// Every session is stored by better-auth, and its hook asks here first: so no way in passes by the second factor
// (docs/contract/callers.md#second-factors).

/** What an account has set up; nothing where its password or a mailed link is enough. */
export async function secondFactorsOf(
  userId: string,
  scope: Scope | null = null,
): Promise<SecondFactor[]> {
  const found = await db(scope).user.findUnique({
    where: { id: userId },
    select: {
      totp: { select: { confirmedAt: true } },
      recoveryCodes: { take: 1, select: { userId: true } },
      passkeys: { take: 1, select: { id: true } },
    },
  });
  if (!found) return [];
  const hasApp = Boolean(found.totp?.confirmedAt);
  const isSet: Record<SecondFactor, boolean> = {
    totp: hasApp,
    recovery_code: hasApp && found.recoveryCodes.length > 0,
    passkey: found.passkeys.length > 0,
  };
  return SECOND_FACTORS.filter((factor) => isSet[factor]);
}

/** A call that opens a session: `isProven` where the second factor was shown. */
interface Entrance {
  isProven: boolean;
  /** The account that has to show its second factor first. */
  waitsFor: string | null;
}

const entrances = new AsyncLocalStorage<Entrance>();

/** Whether a session may be stored: not for an account with a second factor that was not shown. */
export async function maySignIn(userId: string): Promise<boolean> {
  const entrance = entrances.getStore();
  if (entrance?.isProven) return true;
  if ((await secondFactorsOf(userId)).length === 0) return true;
  if (entrance) entrance.waitsFor = userId;
  return false;
}

/** Runs a call that opens a session; `waitsFor` is the account that has to show its second factor first. */
export async function signInBy<T>(
  work: () => Promise<T>,
): Promise<{ opened: T; waitsFor: null } | { opened?: undefined; waitsFor: string }> {
  const entrance: Entrance = { isProven: false, waitsFor: null };
  try {
    const opened = await entrances.run(entrance, work);
    return entrance.waitsFor === null
      ? { opened, waitsFor: null }
      : { waitsFor: entrance.waitsFor };
  } catch (error) {
    // better-auth cannot tell that a session was not stored on purpose.
    if (entrance.waitsFor === null) throw error;
    return { waitsFor: entrance.waitsFor };
  }
}

/** Runs a call that opens a session for an account that has shown its second factor. */
export function signInProven<T>(work: () => Promise<T>): Promise<T> {
  return entrances.run({ isProven: true, waitsFor: null }, work);
}
