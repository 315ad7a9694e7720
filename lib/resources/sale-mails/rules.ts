import { ENDED_STATUSES, isOneOf } from '@/lib/resources/subscription-statuses/rules';
import type { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

/** What a notice to the buyer depends on. */
interface Noticed {
  status: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  pausedAt: Date | null;
  isHeld: boolean;
}

/** What a buyer is told of a change of a subscription; null where nothing is (docs/contract/mail.md#causes). */
export function noticeOf(
  before: Noticed,
  after: Noticed,
):
  | 'subscription_ending'
  | 'subscription_canceled'
  | 'subscription_paused'
  | 'subscription_resumed'
  | null {
  if (after.status === 'canceled') {
    return before.status === 'canceled' ? null : 'subscription_canceled';
  }
  if (after.isHeld && !before.isHeld) return 'subscription_paused';
  if (after.cancelAtPeriodEnd) return before.cancelAtPeriodEnd ? null : 'subscription_ending';
  if (after.pausedAt !== null && before.pausedAt === null) return 'subscription_paused';
  const wasPaused = before.pausedAt !== null && after.pausedAt === null;
  return before.cancelAtPeriodEnd || wasPaused ? 'subscription_resumed' : null;
}

/**
 * What a declined renewal tells the buyer: of each try, after the last of which it has ended; null where it ended for
 * another reason (docs/contract/mail.md#causes).
 */
export function failureOf(
  before: { status: SubscriptionStatus; cancelAtPeriodEnd: boolean },
  after: { status: SubscriptionStatus },
): 'past_due' | 'canceled' | 'unpaid' | null {
  const { status } = after;
  if (status === 'past_due') return status;
  if (before.status === status || before.cancelAtPeriodEnd) return null;
  return isOneOf(ENDED_STATUSES, status) ? status : null;
}
