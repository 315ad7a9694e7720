import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { settle as settleCheckoutAttempt } from '@/lib/resources/payments/confirm';
import { ask, type ChargeOutcome, processorOf } from '@/lib/resources/payments/processor';
import {
  type AttemptRow,
  findAttempt,
  findWaiting,
  SETTLE_AFTER_MS,
} from '@/lib/resources/payments/service';
import { log } from '@/lib/runtime/log';
import { settle as settleSubscriptionAttempt } from '@/lib/workflows/charge-subscription';

/**
 * Settles every attempt that nobody has asked for since `leaseMs` of real time
 * (docs/contract/checkouts.md#pending-attempts), and those whose outcome has arrived by their organization's
 * clock (docs/contract/payments.md#delayed-outcomes): at the start and in the background. One that fails is
 * logged and left for the next time.
 */
export async function settleWaiting(realTime: Date, leaseMs = SETTLE_AFTER_MS): Promise<void> {
  for (const { attempt, now } of await findWaiting(realTime, leaseMs)) {
    try {
      await askAndSettle(attempt, now);
    } catch (error) {
      log.error({ err: error, attempt: attempt.id }, 'a payment could not be settled');
    }
  }
}

/** Asks the processor what became of an attempt, and settles it at the time `now` of its organization. */
export async function askAndSettle(attempt: AttemptRow, now: Date): Promise<void> {
  const scope = systemScope(attempt.organizationId, now);
  const { is_sandbox } = await getOrganization(scope, attempt.organizationId);
  const outcome = await ask(processorOf({ isSandbox: is_sandbox }), attempt.id);
  await settleAttempt(attempt, outcome, now);
}

/**
 * What a processor tells by itself of the charge with a key (docs/contract/payments.md#notifications): it may come
 * late, twice, out of order, or before the charge has answered. A key that is no attempt's is ignored.
 */
export async function recordOutcome(
  idempotencyKey: string,
  outcome: ChargeOutcome,
  realTime: Date,
): Promise<void> {
  const found = await findAttempt(idempotencyKey, realTime);
  if (found && !found.attempt.settledAt) await settleAttempt(found.attempt, outcome, found.now);
}

async function settleAttempt(attempt: AttemptRow, outcome: ChargeOutcome, now: Date) {
  const { organizationId, requestId } = attempt;
  await transaction(systemScope(organizationId, now, requestId), async (scope) => {
    if (attempt.checkoutId === null) {
      await settleSubscriptionAttempt(scope, attempt.id, outcome, now);
    } else await settleCheckoutAttempt(scope, attempt, outcome, now);
  });
}
