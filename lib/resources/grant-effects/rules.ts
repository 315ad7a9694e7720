import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import type { EffectError, EffectErrorCode, Outcome } from '@/lib/resources/benefits/types/effect';
import type { Platform } from '@/lib/resources/linked-accounts/schema';
import { PLATFORM_NAMES } from '@/lib/resources/linked-accounts/schema';

/** For so long failures are tried again. */
const TRIED_MS = 3 * DAY_MS;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 4 * HOUR_MS;

/** What was stored of an effect's failures before. */
export interface Failures {
  failingSince: Date | null;
  attempts: number;
}

/** The columns of an effect after a run. A wait for a limit counts as no failure. */
export function columnsAfter(outcome: Outcome, before: Failures, now: Date) {
  const { status, error, nextTryAt } = outcome;
  const told = error
    ? { errorCode: error.code, errorDetail: error.detail, errorAt: now }
    : { errorCode: null, errorDetail: null, errorAt: null };
  if (status === 'limited') {
    return { ...told, status: 'pending' as const, nextTryAt: nextTryAt ?? later(now, HOUR_MS) };
  }
  if (status !== 'failed') {
    const daily = status === 'ended' ? null : later(now, DAY_MS);
    return {
      ...told,
      status,
      failingSince: null,
      attempts: 0,
      // One that has no account waits for it, which looks at it at once.
      nextTryAt: nextTryAt ?? (error?.code === 'ACCOUNT_MISSING' ? null : daily),
    };
  }
  const failingSince = before.failingSince ?? now;
  const attempts = before.attempts + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
  const isOver = now.getTime() - failingSince.getTime() >= TRIED_MS;
  const next = error?.code === 'REMOVED_OUTSIDE' ? later(now, DAY_MS) : later(now, pause);
  return {
    ...told,
    status,
    failingSince,
    attempts,
    nextTryAt: isOver ? null : next,
  };
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** No connection of the seller reaches what the benefit names. */
export function notConnected(platform: Platform): EffectError {
  const name = PLATFORM_NAMES[platform];
  return { code: 'NOT_CONNECTED', detail: `Your ${name} account is not connected.` };
}

/** The customer has linked no account. */
export function accountMissing(platform: Platform): EffectError {
  const name = PLATFORM_NAMES[platform];
  return { code: 'ACCOUNT_MISSING', detail: `The customer has not linked a ${name} account yet.` };
}

/** A failure of the platform as it is told of a grant. */
export function errorOf(
  failure: { kind: string; message: string },
  platform: Platform,
): EffectError {
  return { code: codeOf(failure), detail: `${PLATFORM_NAMES[platform]}: ${failure.message}` };
}

function codeOf({ kind, message }: { kind: string; message: string }): EffectErrorCode {
  switch (kind) {
    case 'refused':
      return 'PERMISSION_MISSING';
    case 'missing':
      return 'TARGET_MISSING';
    case 'invalid':
      return /seat/i.test(message) ? 'SEAT_LIMIT' : 'REFUSED';
    default:
      return 'UNAVAILABLE';
  }
}
