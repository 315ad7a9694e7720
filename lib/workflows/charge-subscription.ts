import { type ApiError, notFound } from '@/lib/contract/errors';
import type { Address } from '@/lib/contract/fields';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import { jsonColumn, metadata } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import { isHard } from '@/lib/integrations/payments/declines';
import { type ChargeOutcome, FAULTS, NO_METHOD } from '@/lib/integrations/payments/processor';
import {
  type PlannedOrder,
  type PrintedLine,
  parseLine,
  restoresBenefits,
  serializeLine,
} from '@/lib/resources/billing/rules';
import { releaseRedemption } from '@/lib/resources/discounts/service';
import {
  fundOf,
  inOrder,
  type Movement,
  moved,
  PLANNED_ORDER,
  totalOf,
} from '@/lib/resources/funds/rules';
import { createOrder } from '@/lib/resources/orders/service';
import type { Organization } from '@/lib/resources/organizations/schema';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import {
  type AttemptRow,
  attempts,
  bookPayment,
  chargedColumns,
  declined,
  isFault,
  outcomeFor,
  processorFor,
  recordFailed,
  takenBy,
  waitingColumns,
} from '@/lib/resources/payments/service';
import { refundLatePayment } from '@/lib/resources/refunds/service';
import { countDecline } from '@/lib/resources/refusals/service';
import { mailChange, mailFailure, mailOrder } from '@/lib/resources/sale-mails/service';
import {
  afterDecline,
  type OnDecline,
  type Plan,
  periodAmountWith,
  plan,
  type Subscribed,
} from '@/lib/resources/subscriptions/life-cycle';
import type { SubscriptionRow } from '@/lib/resources/subscriptions/serialize';
import {
  changesBetween,
  fundsOf,
  type LifeCycleChanges,
  lifeCycleOf,
  lockSubscriptions,
  type Notes,
  parseChanges,
  saveChanges,
} from '@/lib/resources/subscriptions/service';
import { newId } from '@/lib/runtime/ids';

// Charging a subscription has the three steps of a confirmation (docs/contract/checkouts.md#confirmation):
// prepare under the row lock, charge outside of every transaction, settle under the lock.

/** What an attempt does to its subscription, as JSON: decided when it was prepared. */
export interface Settlement {
  order: Omit<PlannedOrder, 'lines'> & {
    lines: PrintedLine[];
    priceId: string;
    productId: string;
    /** Absent where an earlier version decided. */
    currency?: string;
  };
  paid: LifeCycleChanges & Notes;
  /** Null where the order leaves no funds; absent where an earlier version decided. */
  movement?: Movement | null;
  /** Absent where an earlier version decided: a decline then changes nothing, and what was due is found due again. */
  onDecline?: OnDecline | null;
  /** Of the subscription when it was decided; absent where an earlier version did. */
  seen?: { discountId: string | null; pendingPriceId: string | null; periodAmount?: number };
}

/** A plan is done, or waits for the charge of an attempt. */
export type Prepared =
  | { kind: 'done'; row: SubscriptionRow }
  | { kind: 'declined'; error: ApiError }
  | { kind: 'charge'; attempt: AttemptRow };

interface Cause {
  now: Date;
  /** The idempotency entry of the request, where one asked for it. */
  idempotencyId: string | null;
  /** A discount that is redeemed with this charge, and given back if it is declined. */
  redeemedDiscountId?: string | null;
  /** Of the subscription, where it is at hand. */
  organization?: Organization;
  /** Changed together with the plan. */
  notes?: Notes;
}

/**
 * Step 1: does a plan for a locked subscription, in the caller's transaction. Where nothing is to be
 * charged the plan is carried out; else an attempt is written that carries it. Without a payment
 * method the attempt is declined at once.
 */
export async function preparePlan(
  scope: Scope,
  row: SubscriptionRow,
  before: Subscribed,
  { order, movement, paid, onDecline }: Plan,
  { now, idempotencyId, redeemedDiscountId = null, notes = {}, organization }: Cause,
): Promise<Prepared> {
  const changes = { ...changesBetween(before, paid), ...notes };
  if (!order && before.retriesStopped && before.status !== paid.status) {
    return { kind: 'done', row: await endDunning(scope, row, before, changes, now) };
  }
  if (!order) return { kind: 'done', row: await saveAndMail(scope, row, changes, now) };
  const settlement: Settlement = {
    order: {
      ...order,
      lines: order.lines.map(serializeLine),
      priceId: paid.price.id,
      productId: paid.price.productId,
      currency: paid.price.currency,
    },
    paid: changes,
    movement,
    onDecline,
    seen: {
      discountId: row.discountId,
      pendingPriceId: row.pendingPriceId,
      periodAmount: row.periodAmount,
    },
  };
  if (order.amount === 0) {
    return { kind: 'done', row: await applyPaid(scope, row, settlement, null, now) };
  }
  const { organizationId, paymentMethod, paymentMethodDetails, paymentConnectionId } = row;
  const missing = { status: 'declined', code: NO_METHOD, settledAt: now } as const;
  const { is_sandbox: isSandbox } = organization ?? (await getOrganization(scope, organizationId));
  const taker = { id: organizationId, isSandbox };
  const id = newId();
  const attempt = await attempts.create(scope, {
    id,
    ...takenBy(await processorFor(scope, taker, paymentConnectionId), id),
    keepsMethod: true,
    organizationId,
    subscriptionId: row.id,
    createdAt: now,
    claimedAt: scope.realTime,
    amount: order.amount,
    currency: paid.price.currency,
    update: settlement,
    discountId: redeemedDiscountId,
    paymentMethod,
    paymentMethodDetails,
    idempotencyId,
    requestId: scope.requestId,
    ...(paymentMethod === null ? missing : {}),
  });
  if (paymentMethod !== null) return { kind: 'charge', attempt };
  await decline(scope, row, attempt, settlement, { now, stops: false });
  return { kind: 'declined', error: declined(missing.code, null) };
}

/**
 * Step 3: does once what the processor's answer means, under the subscription's lock. An attempt
 * that somebody else has settled meanwhile is left as it is. Returns the subscription, or the error
 * that a declined payment answers.
 */
export async function settle(
  scope: Scope,
  attempt: AttemptRow,
  outcome: ChargeOutcome,
  now: Date,
): Promise<SubscriptionRow | ApiError> {
  const [answer] = await settleTogether(scope, [{ attempt, outcome, now }]);
  if (!answer) throw notFound('The payment');
  return answer;
}

/** What a processor has answered to the charge of an attempt, and when. */
export interface Charged {
  attempt: AttemptRow;
  outcome: ChargeOutcome;
  now: Date;
}

/** {@link settle} for attempts of different subscriptions, in one transaction. */
export async function settleTogether(
  scope: Scope,
  charged: readonly Charged[],
): Promise<(SubscriptionRow | ApiError)[]> {
  const rows = await lockSubscriptions(
    scope,
    charged.map(({ attempt }) => attempt.subscriptionId ?? ''),
  );
  const current = await attempts.findMany(
    scope,
    charged.map(({ attempt }) => attempt.id),
  );
  const answers: (SubscriptionRow | ApiError)[] = [];
  for (const { attempt, outcome, now } of charged) {
    const row = rows.find(({ id }) => id === attempt.subscriptionId);
    const known = current.find(({ id }) => id === attempt.id);
    if (!row || !known) throw notFound('The payment');
    answers.push(await settleLocked(scope, row, known, { outcome, now }));
  }
  return answers;
}

async function settleLocked(
  scope: Scope,
  row: SubscriptionRow,
  attempt: AttemptRow,
  { outcome: answered, now }: Omit<Charged, 'attempt'>,
): Promise<SubscriptionRow | ApiError> {
  const { id: attemptId } = attempt;
  if (attempt.settledAt) return answerOf(row, attempt);
  const outcome = outcomeFor(attempt, answered);
  const settlement = jsonColumn<Settlement>(attempt.update);
  const charged = chargedColumns(outcome);
  switch (outcome.status) {
    case 'requires_action':
    case 'processing':
      if (outcome.status !== attempt.status) {
        await attempts.update(scope, attemptId, waitingColumns(outcome, now));
      }
      return row;
    case 'declined': {
      const { code, declineCode } = outcome;
      const failed = await attempts.update(scope, attemptId, {
        status: 'declined',
        code,
        declineCode,
        settledAt: now,
        intentSecret: null,
        ...charged,
      });
      const carried =
        code === FAULTS.small ? await carry(scope, row, failed, settlement, now) : null;
      if (carried) return carried;
      await decline(scope, row, failed, settlement, { now, stops: isHard(outcome) });
      return declined(code, declineCode);
    }
    case 'succeeded': {
      const paid = {
        status: 'succeeded',
        settledAt: now,
        intentSecret: null,
        ...charged,
      } as const;
      const updated = await attempts.update(scope, attemptId, paid);
      const changed = await applyPaid(scope, row, settlement, updated, now);
      await bookPayment(scope, updated, outcome);
      return changed;
    }
  }
}

/** Whether an attempt is the last charge of a canceled period, which ends whether that is paid or not. */
export function isLastCharge(attempt: AttemptRow): boolean {
  return jsonColumn<Settlement>(attempt.update).onDecline === 'end';
}

/**
 * Whether nobody asked for the charge of an attempt: it was due. Without an answer it is charged again under its key,
 * which is one charge, where the processor would otherwise note one that never arrived as declined.
 */
export function isDueCharge({ subscriptionId, update }: AttemptRow): boolean {
  return subscriptionId !== null && Boolean(jsonColumn<Settlement>(update).onDecline);
}

/** The answer of an attempt that is settled. */
export function answerOf(row: SubscriptionRow, attempt: AttemptRow): SubscriptionRow | ApiError {
  return attempt.status === 'declined' ? declined(attempt.code, attempt.declineCode) : row;
}

/**
 * The order, and the subscription as it is once that is paid. One that has ended meanwhile stays so, and the money is
 * refunded (docs/contract/orders.md#late-payments).
 */
async function applyPaid(
  scope: Scope,
  row: SubscriptionRow,
  settlement: Settlement,
  attempt: AttemptRow | null,
  now: Date,
): Promise<SubscriptionRow> {
  const { organizationId, customerId } = row;
  const { order } = settlement;
  const { billingReason, lines, priceId, productId, discountId, currency } = order;
  const isEnded = row.status === 'canceled';
  const orderId = newId();
  const changes = {
    ...mergedChanges(row, settlement, orderId),
    ...(restoresBenefits(order) ? { benefitsRevokedAt: null } : {}),
  };
  const changed = isEnded ? row : await saveAndMail(scope, row, changes, now);
  const sold = await createOrder(scope, {
    id: orderId,
    organizationId,
    checkoutId: null,
    attemptId: attempt?.id ?? null,
    customerId,
    productId,
    priceId,
    discountId,
    subscriptionId: row.id,
    lines: lines.map(parseLine),
    taxAmount: 0,
    // A node of the version before names it in the attempt alone.
    currency: currency ?? attempt?.currency ?? DEFAULT_CURRENCY,
    billingReason,
    billingName: row.billingName,
    billingAddress: jsonColumn<Address | null>(row.billingAddress),
    billingTaxId: row.billingTaxId,
    metadata: metadata(row.metadata),
    customFieldData: jsonColumn<Record<string, unknown>>(row.customFieldData),
    now,
  });
  const isSale = billingReason === 'subscription_create' && !isEnded;
  await mailOrder(scope, sold, { subscription: changed, attempt, isSale });
  if (isEnded && attempt) await refundLatePayment(scope, sold, { attempt, what: 'ended', now });
  return changed;
}

/** Changes a subscription, and tells the buyer what that means. */
async function saveAndMail(
  scope: Scope,
  row: SubscriptionRow,
  changes: LifeCycleChanges & Notes,
  now: Date,
): Promise<SubscriptionRow> {
  const saved = await saveChanges(scope, row, changes, now);
  await mailChange(scope, row, saved);
  return saved;
}

/**
 * What a paid order changes, without what was decided for another discount or pending price than the subscription
 * has now: both may be changed while the payment is under way, and hold from the next charge. The funds are moved as
 * they are now, so that what was refunded meanwhile stays so, and the period cost that much less.
 */
export function mergedChanges(
  row: SubscriptionRow,
  { paid, seen = row, movement, order }: Settlement,
  orderId: string = PLANNED_ORDER,
) {
  const changes = parseChanges(paid);
  if (seen.discountId !== row.discountId) {
    delete changes.discountId;
    delete changes.discountUsedAt;
  }
  if (seen.pendingPriceId !== row.pendingPriceId) delete changes.pendingPriceId;
  const before = fundsOf(row);
  if (movement) {
    const { cost } = movement;
    const funds = inOrder(moved(before, movement), orderId);
    const planned = changes.periodAmount ?? seen.periodAmount ?? row.periodAmount;
    const periodAmount = periodAmountWith(planned, {
      cost,
      held: totalOf(funds.period),
      currency: order.currency ?? row.price.currency,
    });
    Object.assign(changes, { funds, credit: totalOf(funds.credit), periodAmount });
  } else if (movement === undefined) {
    const period = [...before.period, ...before.credit, ...fundOf(orderId, order.amount)];
    changes.funds = { ...before, period, credit: [] };
  }
  return changes;
}

/**
 * Carries a sum that the processor finds too small to the next charge, as one below the least of its currency
 * (docs/contract/subscriptions.md#small-totals); one that is the last is left. Null for what somebody has asked for, and
 * where another sum is due by now.
 */
async function carry(
  scope: Scope,
  row: SubscriptionRow,
  { amount }: AttemptRow,
  { order, onDecline }: Settlement,
  now: Date,
): Promise<SubscriptionRow | null> {
  const before = await lifeCycleOf(scope, row);
  if (onDecline === 'end') {
    const over = changesBetween(before, plan(before, { type: 'end_now' }, now).paid);
    return saveAndMail(scope, row, over, now);
  }
  if (order.billingReason === 'subscription_update' || row.status === 'canceled') return null;
  const planned = plan(before, { type: 'retry', catchUp: true, least: amount + 1 }, now);
  if (planned.order?.amount !== 0) return null;
  const done = await preparePlan(scope, row, before, planned, { now, idempotencyId: null });
  return done.kind === 'done' ? done.row : null;
}

/** What follows from an attempt that is declined now; `stops` says that its method is not to be charged again. */
async function decline(
  scope: Scope,
  row: SubscriptionRow,
  attempt: AttemptRow,
  settlement: Settlement,
  { now, stops }: { now: Date; stops: boolean },
): Promise<void> {
  const { code, declineCode } = attempt;
  const { onDecline = null } = settlement;
  // What is due and is more than the service charges would be found due again for good.
  const isRefused = code === FAULTS.amount && onDecline !== null;
  if (isFault(code) && !isRefused) {
    // Nobody refused it: what was due is found due again, and a change was not made.
    if (attempt.discountId) await releaseRedemption(scope, attempt.discountId);
    return;
  }
  await recordFailed(scope, attempt, row);
  countDecline(scope, attempt, { code, detail: String(declined(code, declineCode).detail) });
  if (attempt.discountId) await releaseRedemption(scope, attempt.discountId);
  if (!onDecline && !stops) return;
  const { subscription_settings } = await getOrganization(scope, row.organizationId);
  const before = await lifeCycleOf(scope, row);
  const context = { at: now, dunningEnd: subscription_settings.dunning_end, stops };
  const changes = changesBetween(before, afterDecline(before, onDecline, context));
  if (Object.keys(changes).length === 0) return;
  const saved = await saveChanges(scope, row, changes, now);
  const { amount, currency } = attempt;
  await mailFailure(scope, row, saved, { amount, currency, code: reasonOf(attempt) });
}

/** Ends a subscription whose retries have stopped, and tells of the renewal that was not paid as after a last try. */
async function endDunning(
  scope: Scope,
  row: SubscriptionRow,
  before: Subscribed,
  changes: LifeCycleChanges & Notes,
  now: Date,
): Promise<SubscriptionRow> {
  const { order } = plan(before, { type: 'retry', catchUp: true }, now);
  const last = await attempts.findLast(scope, row.id);
  const saved = await saveChanges(scope, row, changes, now);
  const { currency } = before.pendingPrice ?? before.price;
  const code = last && reasonOf(last);
  await mailFailure(scope, row, saved, { amount: order?.amount ?? 0, currency, code });
  return saved;
}

/** The processor's closest answer to why. */
function reasonOf({ code, declineCode }: Pick<AttemptRow, 'code' | 'declineCode'>): string | null {
  return declineCode ?? code;
}
