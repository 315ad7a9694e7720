import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { settle as settleCheckoutAttempt } from '@/lib/resources/payments/confirm';
import { type ChargeOutcome, processorOf } from '@/lib/resources/payments/processor';
import {
  type AttemptRow,
  findAttempt,
  findWaiting,
  SETTLE_AFTER_MS,
} from '@/lib/resources/payments/service';
import { log } from '@/lib/runtime/log';
import { settle as settleSubscriptionAttempt } from '@/lib/workflows/charge-subscription';

/**
 * Settles every attempt that has waited for `olderThanMs`
 * (docs/contract/checkouts.md#pending-attempts): at the start and in the background. One that fails
 * is logged and left for the next time.
 */
export async function settleWaiting(now: Date, olderThanMs = SETTLE_AFTER_MS): Promise<void> {
  for (const attempt of await findWaiting(new Date(now.getTime() - olderThanMs))) {
    try {
      const scope = scopeOf(attempt);
      const { is_sandbox } = await getOrganization(scope, attempt.organizationId);
      const outcome = await processorOf({ isSandbox: is_sandbox }).settle(attempt.id);
      await settleAttempt(attempt, outcome, now);
    } catch (error) {
      log.error({ err: error, attempt: attempt.id }, 'a payment could not be settled');
    }
  }
}

/**
 * What a processor tells by itself of the charge with a key (docs/contract/payments.md#notifications): it may come
 * late, twice, out of order, or before the charge has answered. A key that is no attempt's is ignored.
 */
export async function recordOutcome(
  idempotencyKey: string,
  outcome: ChargeOutcome,
  now: Date,
): Promise<void> {
  const attempt = await findAttempt(idempotencyKey);
  if (attempt && !attempt.settledAt) await settleAttempt(attempt, outcome, now);
}

async function settleAttempt(attempt: AttemptRow, outcome: ChargeOutcome, now: Date) {
  await transaction(scopeOf(attempt), async (scope) => {
    if (attempt.checkoutId === null) {
      await settleSubscriptionAttempt(scope, attempt.id, outcome, now);
    } else await settleCheckoutAttempt(scope, attempt, outcome, now);
  });
}

function scopeOf({ organizationId, requestId }: AttemptRow) {
  return systemScope(organizationId, requestId);
}
