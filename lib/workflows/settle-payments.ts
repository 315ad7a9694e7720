import { processorScope, type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  type ChargeOutcome,
  isOutcomeOf,
  type PaymentOutcome,
} from '@/lib/integrations/payments/processor';
import { settleApart as settleCheckoutAttempt } from '@/lib/resources/payments/commands';
import {
  type AttemptRow,
  askAttempt,
  attempts,
  bookPayment,
  chargeAttempt,
  findAttempt,
  findWaiting,
  finishInterrupted,
  SETTLE_AFTER_MS,
} from '@/lib/resources/payments/service';
import { log } from '@/lib/runtime/log';
import {
  isDueCharge,
  settle as settleSubscriptionAttempt,
} from '@/lib/workflows/charge-subscription';

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

/**
 * Learns from the processor what became of an attempt, and settles it at the time `now` of its organization. One
 * that is still processing is asked for by real time from then on: when its outcome arrives is not known any more.
 */
export async function askAndSettle(attempt: AttemptRow, now: Date): Promise<void> {
  const { organizationId, requestId } = attempt;
  const scope = systemScope(organizationId, now);
  const isUncharged = attempt.status === 'pending' && isDueCharge(attempt);
  const outcome = await (isUncharged ? chargeAttempt(attempt) : askAttempt(attempt, now));
  if (attempt.status === outcome.status) {
    const claimedAt = scope.realTime;
    const isLate = outcome.status === 'processing';
    await attempts.update(scope, attempt.id, { claimedAt, ...(isLate && { expectedAt: null }) });
  } else {
    const scopeOf = attempt.status === 'pending' ? systemScope : processorScope;
    await settleAttempt(attempt, scopeOf(organizationId, now, requestId), outcome, now);
  }
}

/**
 * Settles the attempts that an outage of the database has broken off on this node, as soon as it is back
 * (docs/contract/checkouts.md#pending-attempts); throws while it is not.
 */
export function settleInterrupted(realTime: Date, afterMs?: number): Promise<void> {
  return finishInterrupted(async (id) => {
    const found = await findAttempt({ id }, realTime);
    if (found?.attempt.status === 'pending') await askAndSettle(found.attempt, found.now);
  }, afterMs);
}

/**
 * What a processor tells by itself of a payment (docs/contract/payments.md#notifications): it may come late, twice, out
 * of order, or before the charge has answered. A reference that is no attempt's of this processor is ignored.
 */
export async function recordOutcome(
  { processor, reference }: { processor: string; reference: string },
  outcome: PaymentOutcome,
  realTime: Date,
): Promise<void> {
  // Whoever has confirmed it decides about one that goes no further.
  if (outcome.status === 'requires_action' || outcome.status === 'unknown') return;
  const found = await findAttempt({ processor, processorReference: reference }, realTime);
  if (!found) return;
  const { attempt, now } = found;
  if (!isOutcomeOf(attempt, outcome)) {
    log.error({ attempt: attempt.id, processor }, 'a processor tells of another amount');
    return;
  }
  const scope = processorScope(attempt.organizationId, now, attempt.requestId);
  // What it came to on the balance is known later than that it was paid.
  if (attempt.settledAt) return bookPayment(scope, attempt, outcome);
  await settleAttempt(attempt, scope, outcome, now);
}

async function settleAttempt(
  attempt: AttemptRow,
  within: Scope,
  outcome: ChargeOutcome,
  now: Date,
): Promise<void> {
  if (attempt.checkoutId !== null) await settleCheckoutAttempt(within, attempt, outcome, now);
  else {
    await transaction(within, (scope) => settleSubscriptionAttempt(scope, attempt, outcome, now));
  }
}
