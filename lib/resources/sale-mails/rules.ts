import type { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

/** What a notice to the buyer depends on. */
interface Noticed {
  status: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  pausedAt: Date | null;
}

/** What a buyer is told of a change of a subscription; null where nothing is (docs/contract/mail.md#causes). */
export function noticeOf(
  before: Noticed,
  after: Noticed,
): 'subscription_ending' | 'subscription_canceled' | 'subscription_resumed' | null {
  if (after.status === 'canceled') {
    return before.status === 'canceled' ? null : 'subscription_canceled';
  }
  if (after.cancelAtPeriodEnd) return before.cancelAtPeriodEnd ? null : 'subscription_ending';
  const wasPaused = before.pausedAt !== null && after.pausedAt === null;
  return before.cancelAtPeriodEnd || wasPaused ? 'subscription_resumed' : null;
}

/**
 * What a declined renewal tells the buyer: the first try, and the last one, after which it has ended; null for the
 * tries between, and where it ended for another reason (docs/contract/mail.md#causes).
 */
export function failureOf(
  before: { status: SubscriptionStatus; firstFailedAt: Date | null; cancelAtPeriodEnd: boolean },
  after: { status: SubscriptionStatus },
): 'past_due' | 'canceled' | 'unpaid' | null {
  const { status } = after;
  if (status === 'past_due') return before.firstFailedAt === null ? status : null;
  if (before.status === status || before.cancelAtPeriodEnd) return null;
  return status === 'canceled' || status === 'unpaid' ? status : null;
}
