import { claimIdOf, commit, keepReply, step } from '@/lib/api/commands';
import { ApiError, bodyProblem, invalid, notFound, type Problem } from '@/lib/contract/errors';
import { printMoney } from '@/lib/contract/money';
import { jsonColumn } from '@/lib/contract/serialize';
import { outageOf } from '@/lib/database/connection/errors';
import { Notes } from '@/lib/database/connection/notes';
import { clockOf, processorScope, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import type { Attending, ChargeOutcome } from '@/lib/integrations/payments/processor';
import {
  authenticateInSandbox as authenticate,
  sandboxProcessor,
} from '@/lib/integrations/payments/sandbox';
import {
  addressSubject,
  buyerIp,
  decide,
  guardDiscountCode,
  limitSubjects,
  lockCheckout,
  paymentPending,
  requireOpen,
  save,
  withChanges,
} from '@/lib/resources/checkouts/commands';
import {
  amountsOf,
  type CheckoutChanges,
  confirmationProblems,
  paymentNeeds,
  soldPrice,
} from '@/lib/resources/checkouts/rules';
import type {
  CheckoutConfirm,
  CheckoutPublic,
  CheckoutPublicConfirmed,
  SandboxAuthentication,
} from '@/lib/resources/checkouts/schema';
import {
  amountsOfRow,
  type CheckoutRow,
  serializeCheckoutPublic,
} from '@/lib/resources/checkouts/serialize';
import {
  checkoutIdOf,
  findCheckout,
  getByClient,
  printForBuyer,
} from '@/lib/resources/checkouts/service';
import {
  claimCustomerSessions,
  createCustomerSession,
} from '@/lib/resources/customer-sessions/service';
import {
  findUsableDiscount,
  releaseRedemption,
  reserveRedemption,
} from '@/lib/resources/discounts/service';
import { countAttempt, limitFailures } from '@/lib/resources/limits/service';
import { requireSelling } from '@/lib/resources/organizations/service';
import { fulfill } from '@/lib/resources/payments/fulfill';
import type { AttemptRow } from '@/lib/resources/payments/repository';
import * as repository from '@/lib/resources/payments/repository';
import {
  askAttempt,
  bookPayment,
  chargeAttempt,
  chargedColumns,
  charging,
  declined,
  isAbandoned,
  isFault,
  outcomeFor,
  processorFor,
  recordFailed,
  seal,
  takenBy,
  waitingColumns,
} from '@/lib/resources/payments/service';
import { countDecline } from '@/lib/resources/refusals/service';
import { findFreeSubscription, trials } from '@/lib/resources/subscriptions/service';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';

/** The result of the first step: an answer, or an attempt to charge or to settle. */
type Prepared =
  | { kind: 'answered'; answer: CheckoutPublicConfirmed | ApiError }
  | { kind: 'charge'; attempt: AttemptRow; attending: Attending; now: Date }
  | { kind: 'abandoned'; attempt: AttemptRow; now: Date };

/**
 * Confirms a checkout in three steps: prepare, charge, settle (docs/contract/checkouts.md#confirmation). The
 * processor is never called inside a transaction. Throws 400 `PaymentError` for a declined payment, 403 where
 * the checkout is not open or another payment is pending, 409 where the trial that it promised is used, 410 where it
 * has expired, 422, and 429.
 */
export async function confirm(
  scope: Scope,
  body: CheckoutConfirm,
): Promise<CheckoutPublicConfirmed> {
  const { realTime: now, ip } = scope;
  const isFailure = (error: unknown) => error instanceof ApiError && error.name === 'PaymentError';
  const { isSandbox, waitingId } = await repository.findConfirming(scope, checkoutIdOf(scope));
  if (waitingId !== null) await settleWaiting(scope, waitingId);
  const subjects = limitSubjects(scope, ip);
  return limitFailures({ kind: 'decline', subjects, isSandbox, now, isFailure }, () =>
    guardDiscountCode(scope, body, () => charging((begin) => run(scope, body, begin))),
  );
}

async function run(
  scope: Scope,
  body: CheckoutConfirm,
  begin: (attempt: AttemptRow) => void,
): Promise<CheckoutPublicConfirmed> {
  const prepareOnce = () =>
    step(scope, async (scope) => {
      const prepared = await prepare(scope, body);
      if (prepared.kind === 'charge') begin(prepared.attempt);
      return prepared;
    });
  let prepared = await prepareOnce();
  if (prepared.kind === 'abandoned') {
    await askAndSettle(scope, prepared.attempt, prepared.now);
    prepared = await prepareOnce();
  }
  if (prepared.kind === 'answered') {
    if (prepared.answer instanceof ApiError) throw prepared.answer;
    return prepared.answer;
  }
  if (prepared.kind === 'abandoned') throw paymentPending();
  const outcome = await chargeAttempt(prepared.attempt, prepared.attending);
  // An advance of the test clock that has begun meanwhile does not move the moment of this purchase.
  const { attempt, now } = prepared;
  return commit(scope, (scope) => settle(scope, attempt, outcome, now));
}

/** What became of a payment that another request has confirmed. Throws 403 where the processor does not answer. */
async function askAndSettle(scope: Scope, attempt: AttemptRow, now: Date): Promise<void> {
  const outcome = await askAttempt(attempt, now).catch((error) => {
    throw outageOf(error) ? error : paymentPending();
  });
  await settleApart(scope, attempt, outcome, now);
}

/** A payment whose buyer has to authenticate it may be through, or have failed: the checkout is open again then. */
async function settleWaiting(scope: Scope, id: string): Promise<void> {
  const attempt = await repository.find(scope, id);
  if (attempt) await askAndSettle(scope, attempt, clockOf(scope, attempt.organizationId));
}

/**
 * What a buyer of the sandbox does where Stripe would show a page of his bank (docs/contract/payments.md#authentication).
 * Throws 403 where the payment is Stripe's, and 409 where none waits.
 */
export async function authenticateInSandbox(
  scope: Scope,
  { outcome }: SandboxAuthentication,
): Promise<CheckoutPublic> {
  const checkoutId = checkoutIdOf(scope);
  const { waitingId } = await repository.findConfirming(scope, checkoutId);
  const attempt = waitingId && (await repository.find(scope, waitingId));
  if (!attempt) throw new ApiError('Conflict', 'No payment of this checkout waits for its buyer.');
  if (attempt.processor !== sandboxProcessor.name) {
    throw new ApiError('NotPermitted', 'The bank asks for this payment. Authenticate it there.');
  }
  await authenticate(attempt.id, outcome);
  await askAndSettle(scope, attempt, clockOf(scope, attempt.organizationId));
  return commit(scope, async (scope) =>
    printForBuyer(scope, await findCheckout(scope, checkoutId)),
  );
}

/** Checkouts whose buyers look at them while a payment waits: reads write nothing, so that it is asked for beside them. */
const looked = new Notes<Date>('the payments that buyers look at', async (checkouts) => {
  for (const [checkoutId, realTime] of checkouts) {
    const id = await repository.claimWaiting({ checkoutId }, realTime);
    const found = id && (await repository.findOfAll({ id }, realTime));
    if (!found) continue;
    const { attempt, now } = found;
    const outcome = await askAttempt(attempt, now);
    if (outcome.status === attempt.status) continue;
    await settleApart(
      processorScope(attempt.organizationId, now, attempt.requestId),
      attempt,
      outcome,
      now,
    );
  }
});

/** The checkout of its buyer; a payment that waits for him is asked for. Throws 410 where it has expired. */
export async function getForBuyer(scope: Scope): Promise<CheckoutPublic> {
  const checkout = await getByClient(scope);
  if (checkout.payment_processor_metadata.intent_status) looked.add(checkout.id, scope.realTime);
  return checkout;
}

/** Step 1; where nothing has to be paid, step 3 as well, in the same transaction. */
async function prepare(scope: Scope, body: CheckoutConfirm): Promise<Prepared> {
  const { realTime } = scope;
  const claimId = claimIdOf(scope);
  const answered = async (answer: CheckoutPublicConfirmed | ApiError): Promise<Prepared> => {
    await keepReply(scope, answer);
    return { kind: 'answered', answer };
  };
  const checkoutId = checkoutIdOf(scope);
  const locked = await lockCheckout(scope, checkoutId);
  const now = clockOf(scope, locked.organizationId);
  const own =
    claimId === null ? null : await repository.findAttemptOfRequest(scope, { checkoutId }, claimId);
  if (own?.settledAt && !isFault(own.code)) return answered(await answerOf(scope, locked, own));
  const open = own ?? (await repository.findOpenAttempt(scope, checkoutId));
  if (open?.status === 'pending') {
    // A retry of the request that created the attempt continues with the charge.
    if (open === own) {
      return { kind: 'charge', attempt: open, attending: attendingOf(locked, open), now };
    }
    if (isAbandoned(open, realTime)) return { kind: 'abandoned', attempt: open, now };
  }

  const row = await requireOpen(scope, locked, { isWaiting: open?.status === 'pending' });
  if (row instanceof ApiError) return answered(row);
  requireSelling(row.organization.deletionScheduledAt !== null);
  const completed = await complete(scope, row, body);
  const { changes } = completed;
  if (completed.isTrialLost) {
    const changed = await save(scope, row.id, changes, now);
    return answered(trialLost(changed));
  }
  const { discountId, totalAmount, token, processor, isCharged, isTrial } = completed;
  const waivedAt = body.waives_withdrawal ? now : null;
  if (!isCharged) {
    const decided = await withChanges(scope, row, changes, now);
    const sold = await fulfill(scope, decided, changes, {
      attempt: null,
      method: null,
      waivedAt,
      now,
    });
    return answered(await confirmed(scope, sold));
  }
  if (isTrial) await trials.take(scope, trialOf(row, changes), { customerId: null, now });
  const id = newId();
  const attempt = await repository.create(scope, {
    id,
    ...takenBy(processor ?? (await processorFor(scope, row.organization)), id),
    keepsMethod: completed.keepsMethod,
    withdrawalWaivedAt: waivedAt,
    organizationId: row.organizationId,
    checkoutId: row.id,
    createdAt: now,
    claimedAt: realTime,
    amount: totalAmount,
    currency: row.price.currency,
    update: changes,
    discountId,
    paymentMethod: token ? seal(token) : null,
    idempotencyId: claimId,
    requestId: scope.requestId,
  });
  return { kind: 'charge', attempt, attending: attendingOf(row, attempt), now };
}

/**
 * Who pays an attempt, as the processor knows a buyer. Without a customer whom a seller named it is the checkout's
 * own: an address that somebody typed proves nothing.
 */
function attendingOf({ id, customerId, ...row }: CheckoutRow, { update }: AttemptRow): Attending {
  const { customerEmail, customerName } = jsonColumn<CheckoutChanges>(update);
  return {
    buyer: {
      id: customerId ?? id,
      email: customerEmail ?? row.customerEmail ?? '',
      name: (customerName === undefined ? row.customerName : customerName) ?? null,
    },
    returnUrl: `${publicUrl()}/checkout/${row.clientSecret}/return`,
  };
}

/** The answer where a checkout costs something else than its buyer saw: he sees that first. */
function otherTotal(total: number, currency: string): ApiError {
  const now = printMoney(total, currency);
  return new ApiError(
    'Conflict',
    `The total is now ${now}. Nothing was charged. Confirm again to pay it.`,
  );
}

/** The trial that a checkout would start with these changes. */
function trialOf(row: CheckoutRow, { customerEmail }: CheckoutChanges) {
  const { id: checkoutId, organizationId, productId } = row;
  const email = customerEmail ?? row.customerEmail ?? '';
  return { checkoutId, organizationId, productId, email };
}

/** The answer where the buyer has had the trial that they were about to start: they see the new total first. */
function trialLost(row: CheckoutRow): ApiError {
  const total = printMoney(amountsOfRow(row).totalAmount, row.price.currency);
  const why = `This email already had a free trial. Nothing was charged. The total is now ${total}. Confirm again to pay it.`;
  return new ApiError('Conflict', why);
}

/**
 * Checks that a confirmation is complete, computes its changes and reserves its discount, whose terms are
 * frozen from then on. `isTrialLost`: it would pay for what the checkout promised to try for nothing, so that nothing
 * is reserved. Throws 422 with every problem.
 */
async function complete(scope: Scope, row: CheckoutRow, body: CheckoutConfirm) {
  const { confirmation_token_id: token, total_amount, waives_withdrawal: _, ...input } = body;
  const now = clockOf(scope, row.organizationId);
  const asked = { ...input, ...buyerIp(row, scope) };
  const decided = await decide(scope, row, asked, now, { locksTrial: true });
  const { state, changes, problems } = decided;
  const price = soldPrice(decided.price, changes);
  if (row.product.isArchived || !row.product.prices.some(({ id }) => id === price.id)) {
    problems.push(bodyProblem('product_price_id', 'This product or price is no longer for sale.'));
  }
  problems.push(...(await upgradeProblems(scope, row)));
  const discountId = changes.discountId === undefined ? row.discountId : changes.discountId;
  const customAmount = changes.customAmount === undefined ? row.customAmount : changes.customAmount;
  if (problems.length === 0 && changes.isTrialUsed && !row.isTrialUsed) {
    const shown = discountId === row.discountId ? row.discount : decided.discount;
    const { totalAmount } = amountsOf(
      price,
      customAmount,
      discountId === null ? null : (shown ?? null),
    );
    if (totalAmount > 0) return { isTrialLost: true as const, changes };
  }
  const discount = discountId === null ? null : await reserveDiscount(scope, row, discountId, now);
  const { totalAmount } = amountsOf(price, customAmount, discount);
  const processor = token ? await processorFor(scope, row.organization) : null;
  const accepted = Boolean(token && processor?.accepts(token));
  const payment = { given: Boolean(token), accepted };
  problems.push(...confirmationProblems(state, changes, price, totalAmount, payment));
  if (problems.length > 0) throw invalid(...problems);
  if (typeof total_amount === 'number' && total_amount !== totalAmount) {
    throw otherTotal(totalAmount, price.currency);
  }

  const isTrial = price.trialDays !== null;
  // A trial, or a first period for nothing, charges 0: the processor only sets the payment method up.
  const isSetUp = isTrial || (Boolean(token) && price.type === 'recurring');
  const isCharged = paymentNeeds(price, totalAmount).payment || isSetUp;
  return {
    isTrialLost: false as const,
    changes,
    discountId,
    token,
    processor,
    isCharged,
    isTrial,
    keepsMethod: price.type === 'recurring',
    totalAmount: isTrial ? 0 : totalAmount,
  };
}

/**
 * A free subscription is upgraded to a paid price once
 * (docs/contract/checkouts.md#upgrade-of-a-free-subscription). It is locked, so that of two checkouts for it
 * the second sees the upgrade by the first.
 */
async function upgradeProblems(
  scope: Scope,
  { id, subscriptionId }: CheckoutRow,
): Promise<Problem[]> {
  if (subscriptionId === null) return [];
  const free = await findFreeSubscription(scope, subscriptionId);
  if (free && !(await repository.hasPendingUpgrade(scope, subscriptionId, id))) return [];
  const why = "This checkout's subscription has ended or already has another price.";
  return [bodyProblem('subscription_id', why)];
}

async function reserveDiscount(scope: Scope, row: CheckoutRow, id: string, now: Date) {
  const { organizationId, productId } = row;
  const usable = await findUsableDiscount(scope, { by: { id }, organizationId, productId, now });
  const terms = usable && (await reserveRedemption(scope, id, now));
  if (terms) return terms;
  throw invalid(bodyProblem('discount_code', 'The discount can no longer be used. Remove it.'));
}

/**
 * {@link settle} by whoever else learns it than the request that has confirmed the payment. An authentication that failed
 * is counted like a decline that its buyer was answered (docs/contract/callers.md#failed-attempts).
 */
export async function settleApart(
  scope: Scope,
  attempt: AttemptRow,
  outcome: ChargeOutcome,
  now: Date,
): Promise<void> {
  let reopened: CheckoutRow | null = null;
  await transaction(scope, (scope) =>
    settle(scope, attempt, outcome, now, (row) => {
      reopened = row;
    }),
  );
  if (reopened) await countFailure(reopened, scope.realTime);
}

async function countFailure(
  { id, customerIpAddress, organization: { isSandbox } }: CheckoutRow,
  now: Date,
): Promise<void> {
  const subjects = [`checkout:${id}`, addressSubject(customerIpAddress)];
  try {
    await countAttempt('decline', subjects, now, { isSandbox });
  } catch (error) {
    // Whoever is over the limit hears that of the next confirmation.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** A checkout that its buyer may pay in another way; its amounts are computed anew. */
const REOPENED = {
  status: 'open',
  amount: null,
  subtotalAmount: null,
  taxAmount: null,
  totalAmount: null,
} as const;

/**
 * Step 3: applies the processor's answer once, under the checkout's lock (docs/contract/checkouts.md#settle), in
 * the caller's transaction: whoever learns it first. An attempt that has been settled since is left as it is.
 * Returns the answer to the request. `reopened` is told of a checkout whose buyer did not authenticate the payment.
 */
export async function settle(
  scope: Scope,
  { id, ...waiting }: AttemptRow,
  answered: ChargeOutcome,
  now: Date,
  reopened?: (row: CheckoutRow) => void,
): Promise<CheckoutPublicConfirmed | ApiError> {
  const row = await lockCheckout(scope, checkoutOf(waiting));
  const attempt = await repository.find(scope, id);
  if (!attempt) throw notFound('The payment');
  if (attempt.settledAt) return answerOf(scope, row, attempt);
  const outcome = outcomeFor(attempt, answered);
  const isFirst = attempt.status === 'pending';
  const charged = chargedColumns(outcome);
  const changes = isFirst ? jsonColumn<CheckoutChanges>(attempt.update) : {};

  if (outcome.status === 'declined') {
    const { code, declineCode } = outcome;
    const failed = await repository.update(scope, id, {
      status: 'declined',
      code,
      declineCode,
      settledAt: now,
      intentSecret: null,
      ...charged,
    });
    if (attempt.discountId) await releaseRedemption(scope, attempt.discountId);
    await trials.release(scope, row.id);
    if (isFault(code)) {
      // Nobody refused it: the buyer may go on.
      if (row.status === 'confirmed') await save(scope, row.id, REOPENED, now);
      return declined(code, declineCode, amountAt(row, attempt));
    }
    // Its event comes before that of the checkout, which it shows as it is then.
    const eventId = newId();
    const isWaiting = row.status === 'confirmed';
    const isUnauthenticated = isWaiting && attempt.status === 'requires_action';
    const ended = isUnauthenticated ? REOPENED : ({ status: 'failed' } as const);
    const checkout = isWaiting ? await save(scope, row.id, ended, now) : row;
    if (isUnauthenticated) reopened?.(checkout);
    await recordFailed(scope, failed, { checkout }, eventId);
    const error = declined(code, declineCode);
    countDecline(scope, attempt, { code, detail: String(error.detail) });
    return error;
  }
  if (outcome.status !== 'succeeded') {
    if (outcome.status === attempt.status) return confirmed(scope, row, { isWaiting: true });
    await repository.update(scope, id, waitingColumns(outcome, now));
    if (!isFirst) return confirmed(scope, row, { isWaiting: true });
    const decided = await withChanges(scope, row, changes, now);
    const taken = { ...changes, status: 'confirmed', ...amountsOfRow(decided) } as const;
    return confirmed(scope, await save(scope, row.id, taken, now), { isWaiting: true });
  }
  const paid = await repository.update(scope, id, {
    status: 'succeeded',
    settledAt: now,
    intentSecret: null,
    ...charged,
  });
  const decided = isFirst ? await withChanges(scope, row, changes, now) : row;
  const { withdrawalWaivedAt: waivedAt } = paid;
  const payment = { attempt: paid, method: outcome.method, waivedAt, now };
  const sold = await fulfill(scope, decided, changes, payment);
  if (!isFirst) await claimCustomerSessions(scope, sold, { isFull: opensFullSession(sold) });
  await bookPayment(scope, paid, outcome);
  return confirmed(scope, sold);
}

/** The answer for an attempt that is settled already. */
function answerOf(scope: Scope, row: CheckoutRow, attempt: AttemptRow) {
  const { status, code, declineCode } = attempt;
  if (status === 'declined') return declined(code, declineCode, amountAt(row, attempt));
  return confirmed(scope, row);
}

/** Which field of a checkout the amount of an attempt comes from: what the buyer can change first. */
function amountAt({ price }: CheckoutRow, { discountId }: AttemptRow): string {
  if (price.amountType === 'custom') return 'amount';
  return discountId === null ? 'product_price_id' : 'discount_code';
}

/**
 * The answer of a confirmation (docs/contract/checkouts.md#answer). Its customer session sees this purchase
 * alone, and nothing while that `isWaiting` for its payment, unless a seller who may create customer sessions had named the
 * customer (docs/contract/callers.md#confirmation-sessions).
 */
async function confirmed(
  scope: Scope,
  row: CheckoutRow,
  { isWaiting = false } = {},
): Promise<CheckoutPublicConfirmed> {
  const { organizationId } = row;
  const isFull = opensFullSession(row);
  const { token } = await createCustomerSession(scope, {
    organizationId,
    customerId: isWaiting ? null : row.customerId,
    checkoutId: isFull && !isWaiting ? null : row.id,
  });
  return {
    ...serializeCheckoutPublic(row, { hasDiscountCodes: false }),
    status: 'confirmed',
    customer_session_token: token,
  };
}

/** Whether the session of a confirmation sees all of the customer's: one whom a seller has named who may open those. */
function opensFullSession({ isCustomerLinked, makerMayOpenSessions }: CheckoutRow): boolean {
  return isCustomerLinked && makerMayOpenSessions;
}

function checkoutOf({ checkoutId }: Pick<AttemptRow, 'checkoutId'>): string {
  if (checkoutId === null) throw new Error('This payment is not of a checkout');
  return checkoutId;
}
