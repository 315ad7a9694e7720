import { DAY_MS } from '@/lib/contract/times';
import type { Payment } from '@/lib/resources/payments/schema';
import { RETRY_DAYS } from '@/lib/resources/subscriptions/life-cycle';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** What a past due subscription has been through, and what comes next (docs/contract/subscriptions.md#dunning). */
export interface Dunning {
  /** The failed tries of the renewal that is due, oldest first. */
  tries: Payment[];
  nextTryAt: string | null;
  /** The next try is the last one. */
  isLastTry: boolean;
  /** When the last planned try is; null while the first failure is not known. */
  lastTryAt: string | null;
}

/**
 * Reads it from the payment attempts: the period stays while a renewal is overdue, so what was declined
 * since its end are the tries.
 */
export function dunningOf(
  { current_period_end, next_retry_at }: Pick<Subscription, 'current_period_end' | 'next_retry_at'>,
  payments: readonly Payment[],
): Dunning {
  const due = current_period_end === null ? 0 : Date.parse(current_period_end);
  const tries = payments
    .filter(({ status, created_at }) => status === 'declined' && Date.parse(created_at) >= due)
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const [first] = tries;
  const lastDay = RETRY_DAYS[RETRY_DAYS.length - 1] ?? 0;
  const last = first ? Date.parse(first.created_at) + lastDay * DAY_MS : null;
  return {
    tries,
    nextTryAt: next_retry_at,
    isLastTry: last !== null && next_retry_at !== null && Date.parse(next_retry_at) >= last,
    lastTryAt: last === null ? null : new Date(last).toISOString(),
  };
}
