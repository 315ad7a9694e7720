import { bodyColumns } from '@/lib/api/columns';
import { claimIdOf, commit, keepReply, noteResumed, step } from '@/lib/api/commands';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { jsonColumn, timestamp } from '@/lib/contract/serialize';
import { Notes } from '@/lib/database/connection/notes';
import { clockOf, processorScope, type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import type { Attendance, StoredMethod } from '@/lib/integrations/payments/processor';
import { countEffects } from '@/lib/resources/benefit-grants/service';
import { type BilledDiscount, restoresBenefits } from '@/lib/resources/billing/rules';
import { requireFullSession } from '@/lib/resources/customer-sessions/rules';
import { fitsCurrency } from '@/lib/resources/discounts/rules';
import { findUsableDiscount, reserveRedemption } from '@/lib/resources/discounts/service';
import { totalOf } from '@/lib/resources/funds/rules';
import { limitFailures } from '@/lib/resources/limits/service';
import { get as getOrganization, requireSelling } from '@/lib/resources/organizations/service';
import {
  type AttemptRow,
  askAttempt,
  askSetup,
  attachMethod,
  attempts,
  chargeAttempt,
  charging as chargingAttempts,
  claimWaiting,
  findAttempt,
  methodColumns,
  methodSetup,
  processorFor,
} from '@/lib/resources/payments/service';
import { findSellablePrice } from '@/lib/resources/products/service';
import {
  isOneOf,
  LIVING_STATUSES,
  RUNNING_STATUSES,
} from '@/lib/resources/subscription-statuses/rules';
import type {
  previewCustomerSubscription,
  previewSubscription,
} from '@/lib/resources/subscriptions/contract';
import {
  type Command,
  isChangeable,
  nextActionAt,
  type Plan,
  plan,
  type Subscribed,
} from '@/lib/resources/subscriptions/life-cycle';
import type { MethodSetup } from '@/lib/resources/subscriptions/rules';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type {
  CustomerSubscription,
  CustomerSubscriptionUpdate,
  ProrationBehavior,
  Subscription,
  SubscriptionPaymentMethodCreate,
  SubscriptionPreview,
  SubscriptionUpdate,
} from '@/lib/resources/subscriptions/schema';
import {
  type SubscriptionRow,
  serializeSubscription,
} from '@/lib/resources/subscriptions/serialize';
import {
  billedPrice,
  changesBetween,
  findSetups,
  findSubscription,
  getOfBuyer,
  lifeCycleOf,
  lockSubscription,
  saveChanges,
  type WaitingSetup,
} from '@/lib/resources/subscriptions/service';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';
import {
  answerOf,
  isLastCharge,
  type Prepared,
  preparePlan,
  settle,
} from '@/lib/workflows/charge-subscription';
import { withProcessorMetadata } from '@/lib/workflows/processor-metadata';
import { askAndSettle } from '@/lib/workflows/settle-payments';

const columns = bodyColumns('Subscription');

/** What a seller or a customer wants of a subscription; what is left out stays as it is. */
interface RequestedChanges {
  productPriceId?: string | undefined;
  prorationBehavior?: ProrationBehavior | undefined;
  cancelAtPeriodEnd?: boolean | undefined;
  cancelNow?: boolean | undefined;
  /** Null removes it. */
  discountId?: string | null | undefined;
  paused?: boolean | undefined;
  /** The customer may only move within the product. */
  isWithinProduct?: boolean;
}

/**
 * Changes a subscription (docs/contract/subscriptions.md#updates). Throws 400 `PaymentError` where a
 * charge is declined, and then nothing has changed; 403 `AlreadyCanceledSubscription` for one that
 * has ended, 403 `NotPermitted` where its state does not allow it, 404, 409 while a payment of it is
 * under way, 422.
 */
export async function updateSubscription(
  scope: Scope,
  id: string,
  body: SubscriptionUpdate,
): Promise<Subscription> {
  const { metadata, ...others } = body;
  const { cancellation_reason, cancellation_comment } = others;
  const notes = columns({ metadata, cancellation_reason, cancellation_comment });
  return charging(scope, id, present, async (scope, row, idempotencyId) => {
    const now = clockOf(scope, row.organizationId);
    const changesMore = Object.values(others).some((value) => value !== undefined);
    if (changesMore) requireLive(row);
    const before = await lifeCycleOf(scope, row);
    const decided = await decide(scope, row, before, now, {
      productPriceId: body.product_price_id,
      prorationBehavior: body.proration_behavior,
      cancelAtPeriodEnd: body.cancel_at_period_end,
      discountId: body.discount_id,
      paused: body.paused,
    });
    const redeemedDiscountId = await redeem(scope, before, decided.paid, now);
    const cause = { now, idempotencyId, redeemedDiscountId, notes };
    return prepareUnlessOpen(scope, row, before, decided, cause);
  });
}

/** Ends a subscription now, without a refund. Throws 403 `AlreadyCanceledSubscription` and 404. */
export async function cancelSubscription(scope: Scope, id: string): Promise<Subscription> {
  return commit(scope, async (scope) => {
    const row = await lockSubscription(scope, id);
    if (row.status !== 'unpaid') requireLive(row);
    const now = clockOf(scope, row.organizationId);
    const before = await lifeCycleOf(scope, row);
    const decided = await decide(scope, row, before, now, { cancelNow: true });
    const cause = { now, idempotencyId: null };
    const done = await preparePlan(scope, row, before, decided, cause);
    return serializeSubscription(done.kind === 'done' ? done.row : row);
  });
}

/** Charges what is due now. Throws 400 `PaymentError`, 403 `NotPermitted` when nothing is, 404, 409. */
export async function retrySubscription(scope: Scope, id: string): Promise<Subscription> {
  return charging(scope, id, present, (scope, row, idempotencyId) =>
    retry(scope, row, { now: clockOf(scope, row.organizationId), idempotencyId }),
  );
}

/**
 * Sets the payment method that renewals charge, and charges what is due: the payment method stays
 * even when that declines (docs/contract/subscriptions.md#payment-method). Throws 400
 * `PaymentError`, 403 `AlreadyCanceledSubscription`, 404, 409, and 422 for an unknown token.
 */
export function setPaymentMethod(
  scope: Scope,
  id: string,
  body: SubscriptionPaymentMethodCreate,
): Promise<Subscription> {
  return attachAndRetry(scope, id, body.confirmation_token_id, present);
}

function isAttachable({ status }: SubscriptionRow): boolean {
  return isOneOf(LIVING_STATUSES, status);
}

function requireAttachable(row: SubscriptionRow): void {
  if (!isAttachable(row)) throw alreadyCanceled();
}

async function attachAndRetry<Answer>(
  scope: Scope,
  id: string,
  token: string,
  print: Print<Answer>,
): Promise<Answer> {
  const found = await findSubscription(scope, id);
  requireAttachable(found);
  const organization = await getOrganization(scope, found.organizationId);
  const processed = { id: organization.id, isSandbox: organization.is_sandbox };
  if (!(await processorFor(scope, processed)).accepts(token)) {
    throw invalid(bodyProblem('confirmation_token_id', 'Unknown payment method.'));
  }
  const { email, name } = found.customer;
  const buyer = { id: found.customerId, email, name };
  const idempotencyKey = claimIdOf(scope) ?? newId();
  await giveUpWaiting(scope, id);
  const returnUrl = `${publicUrl()}/portal/${organization.slug}/subscriptions/${id}/payment`;
  const request = { idempotencyKey, token, buyer, returnUrl };
  const attached = await attachMethod(scope, processed, request);
  return charging(
    scope,
    id,
    print,
    async (inner, row, idempotencyId) => {
      requireAttachable(row);
      const now = clockOf(inner, row.organizationId);
      if (attached.status === 'attached')
        return attachIn(inner, row, attached, { now, idempotencyId });
      const waiting = { methodSetup: methodSetup(attached.processor, attached, now) };
      return { kind: 'done', row: await saveChanges(inner, row, waiting, now) };
    },
    { isAttended: true },
  );
}

/** Gives a locked subscription its payment method, and charges what is due to it. */
async function attachIn(
  scope: Scope,
  row: SubscriptionRow,
  { method, processor }: { method: StoredMethod; processor: string },
  cause: { now: Date; idempotencyId: string | null },
): Promise<Prepared> {
  const { now } = cause;
  const before = await lifeCycleOf(scope, row);
  const { paid: waiting } = plan(before, { type: 'resume_retries' }, now);
  const changes = { ...methodColumns(method, processor), ...changesBetween(before, waiting) };
  const attached = await saveChanges(scope, row, { ...changes, methodSetup: null }, now);
  const { deletion_scheduled_at } = await getOrganization(scope, row.organizationId);
  const isDue =
    isOverdue(attached) && attached.importHold === null && deletion_scheduled_at === null;
  return isDue ? retry(scope, attached, cause) : { kind: 'done', row: attached };
}

/**
 * Gives up what waits for its buyer, since he pays in another way now: the older intent is canceled. One that he has
 * authenticated meanwhile is paid.
 */
async function giveUpWaiting(scope: Scope, id: string): Promise<void> {
  const open = await attempts.findOpen(scope, id);
  if (open?.status !== 'requires_action') return;
  const now = clockOf(scope, open.organizationId);
  const outcome = await askAttempt(open, new Date(8.64e15));
  await transaction(scope, (scope) => settle(scope, open, outcome, now));
}

/**
 * Charges what is due to the payment method, while its customer is there to authenticate that. Throws 400 `PaymentError`,
 * 403 where nothing is due or the session is bound to a checkout, 404, 409, and 429.
 */
export async function payOfBuyer(scope: Scope, id: string): Promise<CustomerSubscription> {
  await requireOwn(scope, id);
  return limitDeclines(scope, id, async () => {
    await giveUpWaiting(scope, id);
    const prepare: Prepare = (scope, row, idempotencyId) =>
      retry(scope, row, { now: clockOf(scope, row.organizationId), idempotencyId });
    return charging(scope, id, presentToBuyer, prepare, { isAttended: true });
  });
}

/**
 * Asks what became of a payment method that waits for its buyer: once it is authenticated it takes effect, and what is due
 * is charged to it; one that failed, or that nobody has authenticated in time, is forgotten.
 */
export async function finishSetup({
  id,
  organizationId,
  methodSetup,
  now,
}: WaitingSetup): Promise<void> {
  const at = now ?? systemScope(organizationId).realTime;
  const outcome = await askSetup(methodSetup, at);
  if (outcome.status !== 'succeeded' && outcome.status !== 'declined') return;
  const scope = processorScope(organizationId, at);
  await charging(scope, id, present, async (inner, row) => {
    const waiting = jsonColumn<MethodSetup | null>(row.methodSetup);
    const done = { kind: 'done', row } as const;
    if (waiting?.reference !== methodSetup.reference) return done;
    if (outcome.status === 'succeeded' && outcome.method && isAttachable(row)) {
      const { processor } = methodSetup;
      const attached = { method: outcome.method, processor };
      return attachIn(inner, row, attached, { now: at, idempotencyId: null });
    }
    return { kind: 'done', row: await saveChanges(inner, row, { methodSetup: null }, at) };
  }).catch((error: unknown) => {
    // The method stays although what was due is declined.
    if (!(error instanceof ApiError)) throw error;
  });
}

/** {@link finishSetup} of all that wait, for the background; one that fails is logged and left for the next time. */
export async function finishSetups(): Promise<void> {
  for (const waiting of await findSetups(null)) {
    try {
      await finishSetup(waiting);
    } catch (error) {
      log.error({ err: error, subscription: waiting.id }, 'a payment method could not be settled');
    }
  }
}

/** Subscriptions whose customers look at them while something waits for them: reads write nothing. */
const looked = new Notes<Date>('the payments that customers look at', async (subscriptions) => {
  for (const [id, realTime] of subscriptions) {
    const [waiting] = await findSetups({ id });
    if (waiting) await finishSetup(waiting);
    const attemptId = await claimWaiting({ subscriptionId: id }, realTime);
    const found = attemptId && (await findAttempt({ id: attemptId }, realTime));
    if (found) await askAndSettle(found.attempt, found.now);
  }
});

/** A subscription of the calling customer; what waits for him is asked for. Throws 404. */
export async function getForBuyer(scope: Scope, id: string): Promise<CustomerSubscription> {
  const subscription = await withProcessorMetadata(scope, id, await getOfBuyer(scope, id));
  if (subscription.payment_processor_metadata.intent_status) looked.add(id, scope.realTime);
  return subscription;
}

/** What a change would do, in numbers (docs/contract/subscriptions.md#preview). Throws as it would. */
export function preview(
  scope: Scope,
  id: string,
  query: QueryOf<typeof previewSubscription>,
): Promise<SubscriptionPreview> {
  return previewWithin(scope, id, query, {});
}

/** The same of what the customer may change. Throws 403 for a session that is bound to a checkout. */
export async function previewOfBuyer(
  scope: Scope,
  id: string,
  query: QueryOf<typeof previewCustomerSubscription>,
): Promise<SubscriptionPreview> {
  await requireOwn(scope, id);
  return previewWithin(scope, id, query, { isWithinProduct: true });
}

async function previewWithin(
  scope: Scope,
  id: string,
  query: QueryOf<typeof previewSubscription>,
  limits: Pick<RequestedChanges, 'isWithinProduct'>,
): Promise<SubscriptionPreview> {
  const row = await findSubscription(scope, id);
  const now = clockOf(scope, row.organizationId);
  const { cancel_now: _, ...changes } = query;
  const isChange = Object.values(changes).some((value) => value !== undefined);
  if (isChange || row.status !== 'unpaid') requireLive(row);
  const before = await lifeCycleOf(scope, row);
  const { order, paid } = await decide(scope, row, before, now, {
    productPriceId: query.product_price_id,
    prorationBehavior: query.proration_behavior,
    cancelAtPeriodEnd: query.cancel_at_period_end,
    cancelNow: query.cancel_now,
    discountId: query.remove_discount ? null : query.discount_id,
    paused: query.paused,
    ...limits,
  });
  const nextAt = nextActionAt(paid);
  // Of these a retry alone charges, at whatever time that comes.
  const isByHand = paid.status === 'unpaid' || paid.retriesStopped;
  const at = isByHand ? now : nextAt;
  const due: Command = isByHand
    ? { type: 'retry', catchUp: true }
    : { type: 'run_due', catchUp: true, dunningEnd: 'canceled' };
  const next = at && plan(paid, due, at);
  const charged = next?.order ?? null;
  const plannedEnd = paid.cancelAtPeriodEnd && paid.pausedAt === null ? paid.period.end : null;
  const endsAt = paid.status === 'unpaid' ? null : (paid.endedAt ?? plannedEnd);
  const lines = (order ?? charged)?.lines ?? [];
  const shown = isChange ? order : charged;
  const isWithheld = row.benefitsRevokedAt !== null && !(shown && restoresBenefits(shown));
  const effects = await countEffects(scope, {
    source: { subscriptionId: id },
    productId: endsAt ? null : paid.price.productId,
  });
  return {
    lines: lines.map(({ description, amount }) => ({ description, amount })),
    amount_now: order?.amount ?? 0,
    credit_after: totalOf(paid.funds.credit),
    next_charge_at: charged && !isByHand ? timestamp(nextAt) : null,
    next_charge_amount: charged?.amount ?? 0,
    benefits_granted: isWithheld ? 0 : effects.granted,
    benefits_revoked: effects.revoked,
    keys_revoked: effects.keysRevoked,
    ends_at: timestamp(endsAt),
  };
}

/**
 * The customer's own change: another live price of the same product, or going on after a cancellation
 * (docs/contract/subscriptions.md#customer-changes). Throws as {@link updateSubscription}, 403
 * for a session that is bound to a checkout, and 429 after too many declines.
 */
export async function updateSubscriptionOfBuyer(
  scope: Scope,
  id: string,
  body: CustomerSubscriptionUpdate,
): Promise<CustomerSubscription> {
  await requireOwn(scope, id);
  return limitDeclines(scope, id, () =>
    charging(
      scope,
      id,
      presentToBuyer,
      async (scope, row, idempotencyId) => {
        requireLive(row);
        const now = clockOf(scope, row.organizationId);
        const before = await lifeCycleOf(scope, row);
        const decided = await decide(scope, row, before, now, {
          productPriceId: body.product_price_id,
          cancelAtPeriodEnd: body.cancel_at_period_end,
          isWithinProduct: true,
        });
        return prepareUnlessOpen(scope, row, before, decided, { now, idempotencyId });
      },
      { isAttended: true },
    ),
  );
}

/** {@link setPaymentMethod} by the customer; 403 for a session that is bound to a checkout, and 429. */
export async function setPaymentMethodOfBuyer(
  scope: Scope,
  id: string,
  body: SubscriptionPaymentMethodCreate,
): Promise<CustomerSubscription> {
  await requireOwn(scope, id);
  return limitDeclines(scope, id, () =>
    attachAndRetry(scope, id, body.confirmation_token_id, presentToBuyer),
  );
}

/** Declines are limited by subscription and client address (docs/contract/callers.md#failed-attempts). */
async function limitDeclines<Answer>(
  scope: Scope,
  id: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { organizationId } = await findSubscription(scope, id);
  const { is_sandbox: isSandbox } = await getOrganization(scope, organizationId);
  const isFailure = (error: unknown) => error instanceof ApiError && error.name === 'PaymentError';
  const { ip, realTime: now } = scope;
  return limitFailures({ kind: 'decline', subjects: [id, ip], isSandbox, now, isFailure }, work);
}

/** Cancels at the end of the period. Throws 403 `AlreadyCanceledSubscription` the second time, and 404. */
export async function cancelSubscriptionOfBuyer(
  scope: Scope,
  id: string,
): Promise<CustomerSubscription> {
  await requireOwn(scope, id);
  return commit(scope, async (scope) => {
    const row = await lockSubscription(scope, id);
    if (row.cancelAtPeriodEnd) throw alreadyCanceled();
    requireLive(row);
    const now = clockOf(scope, row.organizationId);
    const before = await lifeCycleOf(scope, row);
    const decided = await decide(scope, row, before, now, { cancelAtPeriodEnd: true });
    await preparePlan(scope, row, before, decided, { now, idempotencyId: null });
    return getOfBuyer(scope, id);
  });
}

/** How a change is answered. */
type Print<Answer> = (scope: Scope, row: SubscriptionRow) => Promise<Answer>;

const present: Print<Subscription> = (scope, row) =>
  withProcessorMetadata(scope, row.id, serializeSubscription(row));
const presentToBuyer: Print<CustomerSubscription> = async (scope, { id }) =>
  withProcessorMetadata(scope, id, await getOfBuyer(scope, id));

/**
 * Runs a change that may charge: prepares it in a transaction, asks the processor outside of every
 * transaction, and settles. A retry of the request goes on where the first one stopped. `isAttended`: whoever the payment
 * method belongs to asks, and may authenticate the charge.
 */
function charging<Answer>(
  scope: Scope,
  id: string,
  print: Print<Answer>,
  prepare: Prepare,
  { isAttended = false } = {},
): Promise<Answer> {
  const attendance = isAttended ? 'stored_method' : null;
  return chargingAttempts((begin) =>
    prepareAndCharge(scope, id, print, { prepare, begin, attendance }),
  );
}

/** The first step of a change, in its transaction. */
type Prepare = (
  scope: Scope,
  row: SubscriptionRow,
  idempotencyId: string | null,
) => Promise<Prepared>;

async function prepareAndCharge<Answer>(
  scope: Scope,
  id: string,
  print: Print<Answer>,
  {
    prepare,
    begin,
    attendance,
  }: { prepare: Prepare; begin: (attempt: AttemptRow) => void; attendance: Attendance },
): Promise<Answer> {
  const claimId = claimIdOf(scope);
  const answerTo = async (scope: Scope, result: SubscriptionRow | ApiError) =>
    result instanceof ApiError ? result : print(scope, result);
  const prepared = await step(scope, async (scope) => {
    const row = await lockSubscription(scope, id);
    const mine =
      claimId === null
        ? null
        : await attempts.findOfRequest(scope, { subscriptionId: id }, claimId);
    if (mine) noteResumed(scope);
    const result = mine ? resumed(row, mine) : await prepare(scope, row, claimId);
    const now = clockOf(scope, row.organizationId);
    if (result.kind === 'charge') {
      begin(result.attempt);
      return { attempt: result.attempt, now };
    }
    const answer = await answerTo(scope, result.kind === 'done' ? result.row : result.error);
    await keepReply(scope, answer);
    return { answer };
  });
  if (prepared.attempt === undefined) {
    if (prepared.answer instanceof ApiError) throw prepared.answer;
    return prepared.answer;
  }
  const { attempt, now } = prepared;
  const outcome = await chargeAttempt(attempt, attendance);
  return commit(scope, async (scope) =>
    answerTo(scope, await settle(scope, attempt, outcome, now)),
  );
}

/** Where a retry of the request that made an attempt goes on. */
function resumed(row: SubscriptionRow, attempt: AttemptRow): Prepared {
  if (!attempt.settledAt) return { kind: 'charge', attempt };
  const answer = answerOf(row, attempt);
  return answer instanceof ApiError
    ? { kind: 'declined', error: answer }
    : { kind: 'done', row: answer };
}

async function retry(
  scope: Scope,
  row: SubscriptionRow,
  cause: { now: Date; idempotencyId: string | null },
): Promise<Prepared> {
  if (!isOverdue(row)) throw new ApiError('NotPermitted', 'Nothing is due on this subscription.');
  if (row.importHold !== null) {
    throw new ApiError(
      'NotPermitted',
      'It was imported, and may still be charged where it comes from.',
    );
  }
  const before = await lifeCycleOf(scope, row);
  const command: Command = { type: 'retry', catchUp: true };
  const planned = plan(before, command, cause.now);
  return prepareUnlessOpen(scope, row, before, planned, cause);
}

/**
 * What charges, or changes the price or the period that is paid for, waits for the payment that is under way, one that
 * buys an upgrade of a free subscription too; and so does everything while the last charge of a canceled period is: 409.
 */
async function prepareUnlessOpen(
  scope: Scope,
  row: SubscriptionRow,
  before: Subscribed,
  planned: Plan,
  cause: Parameters<typeof preparePlan>[4],
): Promise<Prepared> {
  const { order, paid } = planned;
  const isMoved = paid.price.id !== before.price.id || paid.period !== before.period;
  const isWaiting = order !== null || isMoved;
  if (isWaiting) await requireOpenShop(scope, row);
  const open = paid === before ? null : await attempts.findOpen(scope, row.id);
  const isUpgrading = isWaiting && (await attempts.hasPendingUpgrade(scope, row.id));
  if (isUpgrading || (open && (isWaiting || isLastCharge(open)))) {
    throw new ApiError(
      'Conflict',
      'A payment for this subscription is in progress. Try again later.',
    );
  }
  return preparePlan(scope, row, before, planned, cause);
}

/** Throws 403 for what charges, or ends a pause, while the organization is to be deleted. */
async function requireOpenShop(scope: Scope, { organizationId }: SubscriptionRow): Promise<void> {
  const { deletion_scheduled_at } = await getOrganization(scope, organizationId);
  requireSelling(deletion_scheduled_at !== null);
}

/** One plan for all requested; only a change of price charges now. */
async function decide(
  scope: Scope,
  row: SubscriptionRow,
  before: Subscribed,
  now: Date,
  requested: RequestedChanges,
): Promise<Plan> {
  const commands = await commandsOf(scope, row, before, now, requested);
  const decided: Plan = { order: null, movement: null, paid: before, onDecline: null };
  for (const command of commands) {
    const next = plan(decided.paid, command, now);
    decided.order = next.order ?? decided.order;
    decided.movement = next.movement ?? decided.movement;
    decided.paid = next.paid;
  }
  return decided;
}

async function commandsOf(
  scope: Scope,
  row: SubscriptionRow,
  before: Subscribed,
  now: Date,
  { productPriceId, prorationBehavior, isWithinProduct, ...requested }: RequestedChanges,
): Promise<Command[]> {
  const commands: Command[] = [];
  const behavior = prorationBehavior ?? 'invoice';
  const sale = productPriceId ? await findSellablePrice(scope, productPriceId) : undefined;
  if (sale !== undefined && !isChangeable(before)) {
    throw notPermitted(
      'The price can change only while the subscription is active and not paused.',
    );
  }
  if (productPriceId && !isTarget(sale, row, isWithinProduct)) {
    const why = 'Choose another recurring price that is for sale.';
    throw invalid(bodyProblem('product_price_id', why));
  }
  const price = sale ? billedPrice(sale.price, sale.product.name) : before.price;
  const { discountId } = requested;
  if (discountId === null) commands.push({ type: 'set_discount', discount: null });
  if (discountId && discountId !== before.discount?.id) {
    const discount = await usableDiscount(scope, row, { id: discountId, price, now });
    commands.push({ type: 'set_discount', discount });
  }
  if (sale) commands.push({ type: 'change_price', price, behavior });
  if (requested.paused === true && before.pausedAt === null) {
    if (!isChangeable(before)) throw notPermitted('Only an active subscription can be paused.');
    commands.push({ type: 'pause' });
  }
  if (requested.paused === false) commands.push({ type: 'resume' });
  if (requested.cancelAtPeriodEnd === true) commands.push({ type: 'cancel_at_period_end' });
  if (requested.cancelAtPeriodEnd === false && before.cancelAtPeriodEnd)
    commands.push({ type: 'keep' });
  if (requested.cancelNow) commands.push({ type: 'end_now' });
  return commands;
}

type Sale = Awaited<ReturnType<typeof findSellablePrice>>;

/** Whether a subscription may move to this price (docs/contract/subscriptions.md#price-changes). */
function isTarget(
  sale: Sale | undefined,
  row: SubscriptionRow,
  isWithinProduct: boolean | undefined,
): boolean {
  if (!sale) return false;
  const { price, product } = sale;
  return (
    price.type === 'recurring' &&
    price.id !== row.priceId &&
    (row.currency === null || price.amount === null || price.currency === row.currency) &&
    product.organizationId === row.organizationId &&
    (!isWithinProduct || product.id === row.productId)
  );
}

async function usableDiscount(
  scope: Scope,
  { organizationId }: SubscriptionRow,
  { id, price, now }: { id: string; price: Subscribed['price']; now: Date },
): Promise<BilledDiscount> {
  const { productId } = price;
  const usable =
    price.amount === null
      ? null
      : await findUsableDiscount(scope, { by: { id }, organizationId, productId, now });
  if (!usable || !fitsCurrency(usable, price.currency)) {
    const why = "This discount can't be used for this subscription.";
    throw invalid(bodyProblem('discount_id', why));
  }
  return { ...usable, firstUsedAt: null };
}

/** Counts a redemption where a discount was set; returns its id. Throws 422 when it is used up. */
async function redeem(
  scope: Scope,
  before: Subscribed,
  after: Subscribed,
  now: Date,
): Promise<string | null> {
  const { discount } = after;
  if (!discount || discount.id === before.discount?.id) return null;
  if (await reserveRedemption(scope, discount.id, now)) return discount.id;
  throw invalid(bodyProblem('discount_id', 'This discount has reached its redemption limit.'));
}

/** A full session of the customer, of whom the subscription is. */
async function requireOwn(scope: Scope, id: string): Promise<void> {
  await getOfBuyer(scope, id);
  requireFullSession(scope, 'this subscription');
}

function isLive(status: SubscriptionRow['status']): boolean {
  return status === 'incomplete' || isOneOf(RUNNING_STATUSES, status);
}

function requireLive({ status }: SubscriptionRow): void {
  if (!isLive(status)) throw alreadyCanceled();
}

function alreadyCanceled(): ApiError {
  const detail = 'This subscription is already canceled.';
  return new ApiError('AlreadyCanceledSubscription', detail);
}

function notPermitted(detail: string): ApiError {
  return new ApiError('NotPermitted', detail);
}
