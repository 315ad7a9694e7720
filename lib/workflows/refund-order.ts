import { claimIdOf, commit, keepReply, step } from '@/lib/api/commands';
import { unlessForbidden } from '@/lib/api/tenancy';
import { requireConfirmed } from '@/lib/auth/step-up';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, bodyProblem, invalid, orNotFound, type Problem } from '@/lib/contract/errors';
import { stepProblem } from '@/lib/contract/money';
import { Interrupted } from '@/lib/database/connection/interrupted';
import { clockOf, processorScope, type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  askRefund,
  type ListedRefund,
  type Refunded,
  type RefundOutcome,
  refund,
} from '@/lib/integrations/payments/processor';
import { countEffects, revokeBenefits } from '@/lib/resources/benefit-grants/service';
import type { OrderRow } from '@/lib/resources/orders/serialize';
import { addRefund, findOrder, lockOrder, totalOf } from '@/lib/resources/orders/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import {
  attempts,
  bookRefund,
  findOrderId,
  findAttempt as findPayment,
  processorNamed,
  referenceOf,
  SETTLE_AFTER_MS,
} from '@/lib/resources/payments/service';
import type { previewRefund } from '@/lib/resources/refunds/contract';
import { amountLeft, revokesByDefault } from '@/lib/resources/refunds/rules';
import type { Refund, RefundCreate, RefundPreview } from '@/lib/resources/refunds/schema';
import { serializeRefund } from '@/lib/resources/refunds/serialize';
import {
  createRefund,
  findRefund,
  type OpenRefund,
  type RefundRow,
  refunds,
  saveOutcome,
} from '@/lib/resources/refunds/service';
import { mailRefund } from '@/lib/resources/sale-mails/service';
import {
  effectOfRefund,
  findSubscription,
  lockSubscription,
  recordRefund,
} from '@/lib/resources/subscriptions/service';
import { log } from '@/lib/runtime/log';

/** Refunds that an outage of the database has broken off on this node. */
const interrupted = new Interrupted<string>();

/** Refunds that the background claims and asks for at once. */
const AT_ONCE = 8;

// A refund has the three steps of a charge (docs/contract/orders.md#refund-outcome): prepare under the order's row
// lock, ask the processor outside of every transaction, settle under the lock. Orders are locked before subscriptions.

/**
 * Refunds an order (docs/contract/orders.md#refund-creation). Throws 403 `NotPermitted` for an order without a
 * payment, and for a session that is to be confirmed first, 409 while the test clock advances or a payment of the order's subscription is under way, 422 for an unknown
 * order and an amount that is not left of it.
 */
export function refundOrder(scope: Scope, body: RefundCreate): Promise<Refund> {
  return interrupted.watch((begin) =>
    unlessForbidden(scope, body.order_id, () =>
      prepareAndRefund(scope, body, ({ id }) => begin(id, id)),
    ),
  );
}

async function prepareAndRefund(
  scope: Scope,
  body: RefundCreate,
  begin: (row: RefundRow) => void,
): Promise<Refund> {
  const prepared = await step(scope, async (scope) => {
    const claimId = claimIdOf(scope);
    const order = await lockOrder(scope, body.order_id);
    if (!order) throw invalid(bodyProblem('order_id', 'No order has this ID.'));
    const now = clockOf(scope, order.organizationId);
    const mine = claimId === null ? null : await refunds.findOfRequest(scope, order.id, claimId);
    const row = mine ?? (await prepare(scope, order, body, { now, claimId }));
    begin(row);
    if (row.settledAt) await keepReply(scope, serializeRefund(row));
    return { row, order, now };
  });
  const { row, order, now } = prepared;
  if (row.settledAt) return serializeRefund(row);
  const outcome = await askProcessor(scope, row, order);
  return commit(scope, async (scope) => serializeRefund(await settle(scope, row, outcome, now)));
}

/** Step 1, in the caller's transaction. */
async function prepare(
  scope: Scope,
  order: OrderRow,
  { reason, comment = null, metadata, ...body }: RefundCreate,
  { now, claimId }: { now: Date; claimId: string | null },
): Promise<RefundRow> {
  const decided = await decide(scope, order, body, (problem) => bodyProblem('amount', problem));
  const { refund_step_up_amount: limit } = await getOrganization(scope, order.organizationId);
  if (limit !== null && decided.amount > limit) requireConfirmed(scope);
  // What charges a subscription locks it before it makes its payment.
  if (order.subscriptionId !== null) {
    await lockSubscription(scope, order.subscriptionId);
    await requireNoOpenPayment(scope, order.subscriptionId);
  }
  const { processor } = await findAttempt(scope, order);
  return createRefund(scope, order, {
    createdAt: now,
    processor,
    claimedAt: scope.realTime,
    ...decided,
    reason,
    comment,
    metadata: metadata ?? {},
    idempotencyId: claimId,
  });
}

/**
 * The amount of a refund, and whether it revokes benefits, as asked for or by default. Throws 403 for an order without a
 * payment, and 422 with what `problemOf` makes of an amount that is not left.
 */
async function decide(
  scope: Scope,
  order: OrderRow,
  asked: { amount?: number | null | undefined; revoke_benefits?: boolean | null | undefined },
  problemOf: (words: string) => Problem,
): Promise<{ amount: number; revokeBenefits: boolean }> {
  const total = totalOf(order);
  if (order.attemptId === null || total === 0) {
    throw new ApiError('NotPermitted', 'Nothing was paid for this order.');
  }
  const pending = await refunds.pendingAmountOf(scope, order.id);
  const left = amountLeft({ total, refunded: order.refundedAmount, pending });
  const amount = asked.amount ?? left;
  if (amount < 1 || amount > left) throw invalid(problemOf(amountProblem(left)));
  const problem = stepProblem(amount, order.currency);
  if (problem !== undefined) throw invalid(problemOf(problem));
  const revokes = asked.revoke_benefits ?? revokesByDefault(order, { amount, left });
  return { amount, revokeBenefits: revokes };
}

/** Throws 409 while a payment is under way that charges a subscription, or upgrades it from a free price. */
async function requireNoOpenPayment(scope: Scope, subscriptionId: string): Promise<void> {
  const isOpen =
    (await attempts.findOpen(scope, subscriptionId)) ||
    (await attempts.hasPendingUpgrade(scope, subscriptionId));
  if (!isOpen) return;
  const detail = 'A payment for the subscription of this order is in progress. Try again later.';
  throw new ApiError('Conflict', detail);
}

/** How a refund of `amount` moves what is kept of its order, minor units. */
function refundOf(order: OrderRow, { amount, revokes }: { amount: number; revokes: boolean }) {
  const before = totalOf(order) - order.refundedAmount;
  const { id: orderId, productId } = order;
  return { orderId, productId, before, kept: before - amount, revokesBenefits: revokes };
}

/**
 * What a refund would do, in numbers (docs/contract/orders.md#refund-preview). Throws 404, and otherwise as
 * {@link refundOrder} would.
 */
export async function previewRefundOf(
  scope: Scope,
  id: string,
  query: QueryOf<typeof previewRefund>,
): Promise<RefundPreview> {
  const order = await findOrder(scope, id);
  const { subscriptionId, currency } = order;
  const { amount, revokeBenefits: revokes } = await decide(scope, order, query, (msg) => ({
    loc: ['query', 'amount'],
    msg,
    type: 'value_error',
  }));
  if (subscriptionId !== null) await requireNoOpenPayment(scope, subscriptionId);
  const subscription =
    subscriptionId === null ? null : await findSubscription(scope, subscriptionId);
  const effect =
    subscription &&
    (await effectOfRefund(scope, subscription, refundOf(order, { amount, revokes })));
  const revoked =
    (effect?.revokesBenefits ?? revokes)
      ? await countEffects(scope, {
          source: subscriptionId === null ? { orderId: order.id } : { subscriptionId },
          productId: null,
        })
      : null;
  return {
    order_id: order.id,
    amount,
    currency,
    revoke_benefits: revokes,
    credit_taken: effect?.creditTaken ?? 0,
    credit_after: effect?.creditAfter ?? 0,
    benefits_revoked: revoked?.revoked ?? 0,
    keys_revoked: revoked?.keysRevoked ?? 0,
  };
}

function amountProblem(left: number): string {
  if (left === 0) return 'Nothing is left to refund.';
  return `Enter an amount from 1 to ${left}, the most that can still be refunded.`;
}

/**
 * Step 2: has the processor give the money back, or tell what became of a refund that it has taken on. Null where it
 * does not answer. Never inside a transaction.
 */
async function askProcessor(
  scope: Scope,
  { id, processorReference, amount, currency, ...row }: RefundRow,
  order: OrderRow,
): Promise<Refunded | null> {
  const processor = await processorNamed(row.processor);
  if (processorReference !== null) {
    return askRefund(processor, processorReference).catch(() => null);
  }
  const payment = await referenceOf(await findAttempt(scope, order));
  return refund(processor, { idempotencyKey: id, payment, amount, currency });
}

/** The payment of an order. */
async function findAttempt(scope: Scope, { attemptId }: Pick<OrderRow, 'attemptId'>) {
  return orNotFound(await attempts.find(scope, attemptId ?? ''), 'The payment');
}

/**
 * Step 3: does once what the processor's answer means, under the order's lock, in the caller's transaction: whoever
 * learns it first. A refund that has been settled since is left as it is.
 */
async function settle(
  scope: Scope,
  { id, orderId }: Pick<RefundRow, 'id' | 'orderId'>,
  refunded: Refunded | null,
  now: Date,
): Promise<RefundRow> {
  const order = orNotFound(await lockOrder(scope, orderId), 'The order');
  const row = await findRefund(scope, id);
  if (row.settledAt || !refunded) return row;
  const { reference, outcome } = refunded;
  switch (outcome.status) {
    case 'pending':
      return row.isAccepted ? row : refunds.accept(scope, id, reference);
    case 'failed':
      log.warn({ refund: id, reason: outcome.reason }, 'a refund failed');
      return saveOutcome(scope, row, { status: 'failed', reference }, now);
    case 'succeeded': {
      const given = await succeed(scope, row, order, { reference, now });
      await bookRefund(scope, given, refunded.booked);
      return given;
    }
  }
}

/** A refund becomes `succeeded`: the one place where it does, in the transaction of the settlement. */
async function succeed(
  scope: Scope,
  row: RefundRow,
  order: OrderRow,
  { reference, now }: { reference: string | null; now: Date },
): Promise<RefundRow> {
  const { amount, revokeBenefits: revokes } = row;
  const { subscriptionId } = order;
  const revokesBenefits = revokes && subscriptionId === null;
  const refund = { ...refundOf(order, { amount, revokes }), now };
  await addRefund(scope, order, { amount, revokesBenefits, now });
  await mailRefund(scope, order, amount);
  if (revokesBenefits) await revokeBenefits(scope, { source: { orderId: order.id }, now });
  const creditTaken =
    subscriptionId === null ? 0 : await recordRefund(scope, subscriptionId, refund);
  return saveOutcome(scope, row, { status: 'succeeded', reference, creditTaken }, now);
}

/**
 * Asks for every refund without an outcome that nobody has asked for since `leaseMs` of real time, and settles it at
 * its organization's time: at the start and in the background. One that fails is logged and left for the next time.
 * The refunds of a claim are asked for at once, so that none outlasts its lease where the processor is silent.
 */
export async function settleWaitingRefunds(
  realTime: Date,
  leaseMs = SETTLE_AFTER_MS,
): Promise<void> {
  const begun = performance.now();
  const before = new Date(realTime.getTime() - leaseMs);
  for (let hasMore = true; hasMore; ) {
    // Later than `before` even without a lease, so that one that stays pending is not claimed again.
    const now = new Date(realTime.getTime() + Math.ceil(performance.now() - begun));
    const claimed = await refunds.claimWaiting(now, { before, limit: AT_ONCE });
    await Promise.all(claimed.map(tryToSettle));
    hasMore = claimed.length === AT_ONCE;
  }
}

async function tryToSettle(open: OpenRefund): Promise<void> {
  try {
    await askAndSettle(open);
  } catch (error) {
    log.error({ err: error, refund: open.id }, 'a refund could not be settled');
  }
}

/** Settles the refunds that an outage has broken off on this node; throws while the database is away. */
export function settleInterruptedRefunds(realTime: Date): Promise<void> {
  return interrupted.finish(async (id) => {
    const open = await refunds.findOpen({ id }, realTime);
    if (open) await askAndSettle(open);
  });
}

async function askAndSettle({ id, organizationId, now }: OpenRefund): Promise<void> {
  const scope = systemScope(organizationId, now);
  const row = await findRefund(scope, id);
  const outcome = await askProcessor(scope, row, await findOrder(scope, row.orderId));
  await settleAlone(row, outcome, now);
}

/**
 * What a processor tells by itself of a refund (docs/contract/payments.md#notifications): it may come late, twice, out of
 * order, or before the refund has answered. A reference that is no refund's is ignored (the answer brings it), and so is one
 * that comes while the organization's test clock advances: the background asks for that refund afterwards.
 */
export async function recordRefundOutcome(
  { processor, reference }: { processor: string; reference: string },
  outcome: RefundOutcome,
  realTime: Date,
): Promise<void> {
  const open = await refunds.findOpen({ processor, processorReference: reference }, realTime);
  if (!open) return;
  const row = await findRefund(systemScope(open.organizationId), open.id);
  await settleAlone(row, { reference, outcome }, open.now);
}

/**
 * Reads the refunds of a payment anew, and records those that were made at the processor: of its order, once, with what a
 * refund here would do (docs/contract/orders.md#refunds-at-the-processor). A payment that is none of this processor's is ignored.
 */
export async function recordRefundsOf(
  { processor: name, reference }: { processor: string; reference: string },
  realTime: Date,
): Promise<void> {
  const found = await findPayment({ processor: name, processorReference: reference }, realTime);
  if (found?.attempt.status !== 'succeeded') return;
  const { attempt, now } = found;
  const { organizationId, requestId } = attempt;
  const orderId = await findOrderId(systemScope(organizationId), attempt.id);
  if (orderId === null) return;
  const listed = await (await processorNamed(name)).listRefunds?.(reference);
  for (const refunded of listed ?? []) {
    await transaction(processorScope(organizationId, now, requestId), async (scope) => {
      const order = orNotFound(await lockOrder(scope, orderId), 'The order');
      const row = await knownOrNew(scope, order, { refunded, processor: name, now });
      if (!row) return;
      if (row.settledAt === null) await settle(scope, row, refunded, now);
      else if (row.status === 'succeeded') await bookRefund(scope, row, refunded.booked);
    });
  }
}

/** The row of a refund that the processor lists; null for one of which nothing is given back. */
async function knownOrNew(
  scope: Scope,
  order: OrderRow,
  { refunded, processor, now }: { refunded: ListedRefund; processor: string; now: Date },
): Promise<RefundRow | null> {
  const { reference, idempotencyKey: id, amount, outcome } = refunded;
  const known = await refunds.findOfOrder(scope, order.id, { id, reference });
  if (known || outcome.status === 'failed') return known;
  const total = totalOf(order);
  const pending = await refunds.pendingAmountOf(scope, order.id);
  const left = amountLeft({ total, refunded: order.refundedAmount, pending });
  return createRefund(scope, order, {
    createdAt: now,
    processor,
    processorReference: reference,
    isAccepted: true,
    claimedAt: scope.realTime,
    amount,
    reason: 'other',
    comment: 'Refunded in Stripe.',
    revokeBenefits: revokesByDefault(order, { amount, left }),
    metadata: {},
    idempotencyId: null,
  });
}

function settleAlone(row: RefundRow, refunded: Refunded | null, now: Date): Promise<RefundRow> {
  const { organizationId, requestId } = row;
  return transaction(processorScope(organizationId, now, requestId), (scope) =>
    settle(scope, row, refunded, now),
  );
}
