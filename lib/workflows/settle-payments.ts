import { systemScope } from '@/lib/database/connection/scope';
import { settleCheckoutAttempt } from '@/lib/resources/payments/confirm';
import { findWaiting, SETTLE_AFTER_MS } from '@/lib/resources/payments/service';
import { log } from '@/lib/runtime/log';
import { settleSubscriptionAttempt } from '@/lib/workflows/charge-subscription';

/**
 * Settles every attempt that has waited for `olderThanMs`
 * (docs/contract/checkouts.md#pending-attempts): at the start and in the background. One that fails
 * is logged and left for the next time.
 */
export async function settleWaiting(now: Date, olderThanMs = SETTLE_AFTER_MS): Promise<void> {
  for (const attempt of await findWaiting(new Date(now.getTime() - olderThanMs))) {
    const scope = systemScope(attempt.organizationId, attempt.requestId);
    const settleAttempt =
      attempt.checkoutId === null ? settleSubscriptionAttempt : settleCheckoutAttempt;
    try {
      await settleAttempt(scope, attempt, now);
    } catch (error) {
      log.error({ err: error, attempt: attempt.id }, 'a payment could not be settled');
    }
  }
}
