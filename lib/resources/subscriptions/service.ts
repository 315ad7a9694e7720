import { counted, listAndExport } from '@/lib/api/list';
import { orNotFound } from '@/lib/contract/errors';
import type { Metadata } from '@/lib/contract/fields';
import { jsonColumn } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import { grantBenefits, revokeBenefits } from '@/lib/resources/benefit-grants/service';
import {
  type BilledPrice,
  parseLine,
  type StoredLine,
  storeLine,
} from '@/lib/resources/billing/rules';
import type { Billing } from '@/lib/resources/customers/rules';
import type { EventKind } from '@/lib/resources/events/schema';
import { recordAll } from '@/lib/resources/events/service';
import { completed, type Funds, fundOf, NO_FUNDS, totalOf } from '@/lib/resources/funds/rules';
import { holdNew } from '@/lib/resources/organizations/service';
import { findPrice } from '@/lib/resources/products/service';
import {
  ACTIVE_STATUSES,
  isOneOf,
  RUNNING_STATUSES,
} from '@/lib/resources/subscription-statuses/rules';
import {
  afterRefund,
  nextActionAt,
  plan,
  reminderAt,
  type Subscribed,
} from '@/lib/resources/subscriptions/life-cycle';
import * as repository from '@/lib/resources/subscriptions/repository';
import type { MethodSetup } from '@/lib/resources/subscriptions/rules';
import { firstPeriod } from '@/lib/resources/subscriptions/rules';
import {
  type CustomerSubscription,
  type PaymentMethodDetails,
  type Subscription,
  type SubscriptionHistory,
  SubscriptionStatus,
} from '@/lib/resources/subscriptions/schema';
import {
  type SubscriptionRow,
  serializeChange,
  serializeCustomerSubscription,
  serializeSubscription,
} from '@/lib/resources/subscriptions/serialize';
import { newId } from '@/lib/runtime/ids';

/** A history has at most so many changes. */
const MAX_CHANGES = 200;

export const { findSetups } = repository;
export type { WaitingSetup } from '@/lib/resources/subscriptions/repository';

export const { listAll, exportAll } = listAndExport(repository.list, serializeSubscription);

export const countAll = counted(repository.list, {
  status: { column: 't.status', values: SubscriptionStatus.options },
});

const LIVING_BATCH = 500;
/** Comes before every id. */
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Subscription> {
  return serializeSubscription(orNotFound(await repository.find(scope, id), 'The subscription'));
}

/** The latest changes. Throws 404. */
export async function getHistory(scope: Scope, id: string): Promise<SubscriptionHistory> {
  await findSubscription(scope, id);
  const changes = await repository.historyOf(scope, id, MAX_CHANGES);
  return { items: changes.map(serializeChange) };
}

export const { listAll: listOfBuyer } = listAndExport(
  repository.listOfBuyer,
  serializeCustomerSubscription,
);

/** Throws 404. */
export async function getOfBuyer(scope: Scope, id: string): Promise<CustomerSubscription> {
  return serializeCustomerSubscription(
    orNotFound(await repository.listOfBuyer(scope, { sorting: [] }).find(id), 'The subscription'),
  );
}

/** The terms of a subscription, from its recurring price and its checkout. */
interface Terms extends Billing {
  price: SubscriptionRow['price'];
  /** The price's amount before any discount, in minor units; null when it is free. */
  amount: number | null;
  currency: string | null;
  discount: { id: string } | null;
  /** What the first period costs after the discount, in minor units; 0 on trial. */
  periodAmount: number;
  /** The order that pays for it; null without one. */
  orderId: string | null;
  /** The processor's reference to the payment method that renewals charge, encrypted. */
  paymentMethod: string | null;
  /** What may be shown of it. */
  paymentMethodDetails: PaymentMethodDetails | null;
  /** The account that stores it, and the digest by which that tells of it. */
  paymentConnectionId?: string | null;
  paymentMethodDigest?: string | null;
  now: Date;
}

interface NewSubscription extends Terms {
  organizationId: string;
  checkoutId: string | null;
  customerId: string;
  productId: string;
  metadata: Record<string, unknown>;
  customFieldData: Record<string, unknown>;
}

/** The trials of products, of which an email address has one each (docs/contract/checkouts.md#one-trial). */
export const trials = {
  lock: repository.lockTrial,
  isTaken: repository.isTrialTaken,
  take: repository.takeTrial,
  release: repository.releaseTrial,
};

/**
 * Starts a subscription, in the caller's transaction: `trialing` where the price has `trial_days`,
 * else `active`, its first period from `now` (docs/contract/subscriptions.md#trials). Records
 * `subscription.created`, and `subscription.active` unless it is on trial. Benefits are granted by
 * the caller.
 */
export async function startSubscription(
  scope: Scope,
  subscription: NewSubscription,
): Promise<SubscriptionRow> {
  const { organizationId, checkoutId, customerId, productId, now } = subscription;
  const row = await repository.create(scope, {
    id: newId(),
    organizationId,
    createdAt: now,
    startedAt: now,
    checkoutId,
    customerId,
    productId,
    metadata: subscription.metadata,
    customFieldData: subscription.customFieldData,
    ...termsOf(subscription),
  });
  const begun: EventKind[] = row.status === 'active' ? ['subscription.active'] : [];
  await recordKinds(scope, row, ['subscription.created', ...begun]);
  await holdNew(scope, organizationId);
  return row;
}

/**
 * Upgrades a subscription to a bought price in the caller's transaction: the same row, a new period from
 * `now` (docs/contract/checkouts.md#upgrade-of-a-free-subscription). A pause, a
 * planned cancellation and a pending price of the free subscription end with it. Where the price is of another
 * product, the benefits of the old one are revoked; the caller grants those of the new one. Records
 * `subscription.updated`. Throws 404.
 */
export async function upgradeSubscription(
  scope: Scope,
  upgrade: Terms & { subscriptionId: string; checkoutId: string | null },
): Promise<SubscriptionRow> {
  const { subscriptionId, checkoutId, price, now } = upgrade;
  const old = orNotFound(await repository.lock(scope, subscriptionId), 'The subscription');
  if (old.productId !== price.productId) {
    await revokeBenefits(scope, { source: { subscriptionId }, now });
  }
  const terms = termsOf(upgrade);
  const row = await repository.update(scope, subscriptionId, {
    ...terms,
    funds: { ...terms.funds, credit: fundsOf(old).credit },
    modifiedAt: now,
    checkoutId,
    productId: price.productId,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    cancellationReason: null,
    cancellationComment: null,
    pausedAt: null,
    isHeld: false,
    importHold: null,
    pendingPriceId: null,
    pendingLines: [],
    proratedFrom: null,
    benefitsRevokedAt: null,
  });
  await recordKinds(scope, row, ['subscription.updated']);
  await holdNew(scope, row.organizationId);
  return row;
}

/**
 * The scope's subscription with this id where it has not ended and is free, else null. In a transaction its
 * row is locked, so that {@link upgradeSubscription} finds it still free.
 */
export async function findFreeSubscription(
  scope: Scope,
  id: string,
): Promise<SubscriptionRow | null> {
  const row = await (scope.transaction ? repository.lock : repository.find)(scope, id);
  return row && isOneOf(ACTIVE_STATUSES, row.status) && row.price.amountType === 'free'
    ? row
    : null;
}

/**
 * Ends a customer's subscriptions now, in the caller's transaction, as {@link saveChanges} does: unpaid ones too,
 * which a retry could bring back. Returns how many.
 */
export async function cancelSubscriptionsOfCustomer(
  scope: Scope,
  customerId: string,
  now: Date,
): Promise<number> {
  const rows = await repository.lockOfCustomer(scope, customerId);
  for (const row of rows) {
    const before = await lifeCycleOf(scope, row);
    const { paid } = plan(before, { type: 'end_now' }, now);
    await saveChanges(scope, row, changesBetween(before, paid), now);
  }
  return rows.filter(({ status }) => status !== 'unpaid').length;
}

function termsOf(terms: Terms) {
  const { price, amount, currency, discount, paymentMethod, paymentMethodDetails, now } = terms;
  const { recurringInterval, trialDays } = price;
  if (recurringInterval === null) throw new Error('A subscription needs a recurring price');
  const { status, end, anchorDay } = firstPeriod(now, { recurringInterval, trialDays });
  const begun = {
    status,
    pausedAt: null,
    importHold: null,
    cancelAtPeriodEnd: false,
    interval: recurringInterval,
  };
  // A trial makes no order yet, so its discount is not used either.
  const isBilled = status === 'active';
  return {
    priceId: price.id,
    amount,
    currency,
    recurringInterval,
    discountId: discount?.id ?? null,
    discountUsedAt: isBilled && discount ? now : null,
    firstBilledAt: isBilled ? now : null,
    periodAmount: terms.periodAmount,
    funds: { ...NO_FUNDS, period: fundOf(terms.orderId, terms.periodAmount) },
    paymentMethod,
    paymentMethodDetails,
    paymentConnectionId: terms.paymentConnectionId ?? null,
    paymentMethodDigest: terms.paymentMethodDigest ?? null,
    nextActionAt: end,
    remindAt: reminderAt({ ...begun, period: { start: now, end } }, { before: null, now }),
    billingName: terms.billingName,
    billingAddress: terms.billingAddress,
    billingTaxId: terms.billingTaxId,
    status,
    currentPeriodStart: now,
    currentPeriodEnd: end,
    anchorDay,
  };
}

function recordKinds(
  scope: Scope,
  row: SubscriptionRow,
  kinds: EventKind[],
  old?: SubscriptionRow,
) {
  const { organizationId } = row;
  const snapshot = serializeSubscription(row);
  const change = old && { before: serializeSubscription(old) };
  return recordAll(
    scope,
    kinds.map((kind) => ({ kind, organizationId, snapshot, ...change })),
  );
}

/** A subscription that is locked until the transaction ends. Throws 404. */
export async function lockSubscription(scope: Scope, id: string): Promise<SubscriptionRow> {
  return orNotFound(await repository.lock(scope, id), 'The subscription');
}

/**
 * Some subscriptions that the organization's deletion holds next, or (`isHeld`) releases, locked until the transaction
 * ends, with their life cycles.
 */
export async function lockToHold(
  scope: Scope,
  which: { isHeld: boolean; limit: number },
): Promise<{ row: SubscriptionRow; before: Subscribed }[]> {
  const rows = await repository.lockToHold(scope, which);
  // One that somebody else has just changed is no longer meant.
  const meant = rows.filter(({ isHeld, pausedAt }) => (which.isHeld ? isHeld : pausedAt === null));
  return Promise.all(meant.map(async (row) => ({ row, before: await lifeCycleOf(scope, row) })));
}

/** The same for several; those that there are. */
export function lockSubscriptions(
  scope: Scope,
  ids: readonly string[],
): Promise<SubscriptionRow[]> {
  return repository.lockMany(scope, ids);
}

/** The subscription without a lock. Throws 404. */
export async function findSubscription(scope: Scope, id: string): Promise<SubscriptionRow> {
  return orNotFound(await repository.find(scope, id), 'The subscription');
}

/**
 * Subscriptions of all organizations with something due by their clocks and no payment under way, the
 * longest overdue first: background work. Without those of the ids `except`.
 */
export function findDue(realTime: Date, page: { limit: number; except: readonly string[] }) {
  return repository.findDue(realTime, page);
}

/** Subscriptions of all organizations with a reminder due by their clocks: background work. */
export function findReminders(realTime: Date, page: { limit: number; except: readonly string[] }) {
  return repository.findReminders(realTime, page);
}

/** Takes the due reminder of a subscription, which is locked from then on; null where another worker has it. */
export async function takeReminder(
  scope: Scope,
  { id, now }: DueSubscription,
): Promise<SubscriptionRow | null> {
  const row = await repository.lock(scope, id);
  if (!row?.remindAt || row.remindAt > now) return null;
  await repository.update(scope, id, { remindAt: null });
  return row;
}

/** Subscriptions with something due by `to`, and those with these ids, in batches: the forecast. */
export async function* livingUntil(
  scope: Scope,
  to: Date,
  ids: readonly string[],
): AsyncGenerator<SubscriptionRow[]> {
  let after = NIL_ID;
  for (;;) {
    const rows = await repository.findLiving(scope, { to, ids, after, limit: LIVING_BATCH });
    yield rows;
    after = rows.at(-1)?.id ?? NIL_ID;
    if (rows.length < LIVING_BATCH) return;
  }
}

/** Of any organization, by the digest of the stored method. */
export const { findByMethod, findMethods } = repository;

/** Something that is due of a subscription at `now`. */
export interface DueSubscription {
  id: string;
  now: Date;
}

/**
 * Locks subscriptions with something due, without those that another worker has done; those that one has locked
 * are waited for, or left out.
 */
export async function lockDue(
  scope: Scope,
  due: readonly DueSubscription[],
  { waits }: { waits: boolean },
): Promise<{ row: SubscriptionRow; now: Date }[]> {
  const times = new Map(due.map(({ id, now }) => [id, now]));
  const lock = waits ? repository.lockMany : repository.lockFree;
  const rows = await lock(scope, [...times.keys()]);
  return rows.flatMap((row) => {
    const now = times.get(row.id);
    return now && row.nextActionAt && row.nextActionAt <= now ? [{ row, now }] : [];
  });
}

/** What a row and its life cycle have alike. */
const ALIKE = [
  'status',
  'proratedFrom',
  'anchorDay',
  'firstBilledAt',
  'periodAmount',
  'cancelAtPeriodEnd',
  'carried',
  'pausedAt',
  'isHeld',
  'importHold',
  'canceledAt',
  'endedAt',
  'firstFailedAt',
  'nextRetryAt',
  'retriesStopped',
] as const satisfies (keyof Subscribed & keyof SubscriptionRow)[];

function alikeOf<From extends Pick<Subscribed, (typeof ALIKE)[number]>>(from: From) {
  const entries = ALIKE.map((name) => [name, from[name]]);
  return Object.fromEntries(entries) as Pick<From, (typeof ALIKE)[number]>;
}

/** A row as its life cycle depends on it. */
export async function lifeCycleOf(scope: Scope, row: SubscriptionRow): Promise<Subscribed> {
  const { discount, discountUsedAt, pendingPriceId } = row;
  const pending = pendingPriceId === null ? null : await findPrice(scope, pendingPriceId);
  return {
    ...alikeOf(row),
    price: billedPrice(row.price, row.product.name),
    pendingPrice: pending && billedPrice(pending, pending.product.name),
    discount: discount && { ...discount, firstUsedAt: discountUsedAt },
    period: { start: row.currentPeriodStart, end: row.currentPeriodEnd ?? row.currentPeriodStart },
    pendingLines: jsonColumn<StoredLine[]>(row.pendingLines).map(parseLine),
    funds: fundsOf(row),
  };
}

/** The funds of a row. */
export function fundsOf({ funds, periodAmount, credit }: SubscriptionRow): Funds {
  return completed(jsonColumn<Funds>(funds), { periodAmount, credit });
}

/** A recurring price as charges depend on it. */
export function billedPrice(
  price: Pick<
    SubscriptionRow['price'],
    'id' | 'productId' | 'amount' | 'currency' | 'recurringInterval'
  >,
  name: string,
): BilledPrice {
  const { id, productId, amount, currency, recurringInterval } = price;
  if (recurringInterval === null) throw new Error('A subscription needs a recurring price');
  return { id, productId, name, amount, currency, interval: recurringInterval };
}

/**
 * The same once changes are written: those that {@link parseChanges} reads of a payment attempt.
 */
export async function lifeCycleAfter(
  scope: Scope,
  row: SubscriptionRow,
  changes: LifeCycleChanges,
): Promise<Subscribed> {
  const { priceId = row.priceId } = changes;
  const price = priceId === row.priceId ? row.price : await findPrice(scope, priceId);
  const product = 'product' in price ? price.product : row.product;
  return lifeCycleOf(scope, { ...row, ...changes, price, product } as SubscriptionRow);
}

function lifeCycleColumns(subscription: Subscribed) {
  const { price, discount, period } = subscription;
  return {
    ...alikeOf(subscription),
    priceId: price.id,
    productId: price.productId,
    amount: price.amount,
    currency: price.amount === null ? null : price.currency,
    recurringInterval: price.interval,
    pendingPriceId: subscription.pendingPrice?.id ?? null,
    pendingLines: subscription.pendingLines.map(storeLine),
    discountId: discount?.id ?? null,
    discountUsedAt: discount?.firstUsedAt ?? null,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    funds: subscription.funds,
    credit: totalOf(subscription.funds.credit),
  };
}

/** Columns of a subscription that a decision changes; as JSON a payment attempt carries them. */
export type LifeCycleChanges = Partial<ReturnType<typeof lifeCycleColumns>>;

/** What is different after a decision, so that what else changes meanwhile stays. */
export function changesBetween(before: Subscribed, after: Subscribed): LifeCycleChanges {
  const old = lifeCycleColumns(before) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(lifeCycleColumns(after)).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(old[column]),
    ),
  );
}

/** The changed columns that hold a date, which JSON has as text. */
type DateColumns<Changes> = {
  [Column in keyof Changes as Date extends Changes[Column] ? Column : never]: true;
};
/** All of them, or this does not compile. */
const DATE_COLUMNS: DateColumns<Required<LifeCycleChanges & Notes>> = {
  discountUsedAt: true,
  firstBilledAt: true,
  currentPeriodStart: true,
  currentPeriodEnd: true,
  proratedFrom: true,
  pausedAt: true,
  canceledAt: true,
  endedAt: true,
  firstFailedAt: true,
  nextRetryAt: true,
  benefitsRevokedAt: true,
};

/** Changes that were written as JSON. */
export function parseChanges(json: unknown): LifeCycleChanges & Notes {
  return Object.fromEntries(
    Object.entries(jsonColumn<Record<string, unknown>>(json)).map(([column, value]) => [
      column,
      column in DATE_COLUMNS && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
}

/** What a seller notes on a subscription beside its life cycle. */
export interface Notes {
  metadata?: Metadata;
  cancellationReason?: SubscriptionRow['cancellationReason'];
  cancellationComment?: string | null;
  paymentMethod?: string | null;
  paymentMethodDetails?: PaymentMethodDetails | null;
  paymentConnectionId?: string | null;
  paymentMethodDigest?: string | null;
  benefitsRevokedAt?: Date | null;
  methodSetup?: MethodSetup | null;
}

/**
 * Writes changes of a locked subscription, in the caller's transaction. Its benefits follow: revoked
 * where it ended, given back where it came back, those of the new product in place of the old ones
 * where it moved (docs/contract/subscriptions.md#effects-in-one-transaction). Records
 * `subscription.updated`, and what the status became.
 */
export async function saveChanges(
  scope: Scope,
  before: SubscriptionRow,
  changes: LifeCycleChanges & Notes,
  now: Date,
): Promise<SubscriptionRow> {
  const merged = { ...before, ...changes };
  const end = merged.currentPeriodEnd ?? merged.currentPeriodStart;
  const life = { ...merged, period: { start: merged.currentPeriodStart, end } };
  const row = await repository.update(scope, before.id, {
    ...changes,
    nextActionAt: nextActionAt(life),
    remindAt: reminderAt(
      { ...life, interval: merged.recurringInterval },
      { before: before.remindAt, now },
    ),
    modifiedAt: now,
  });
  await moveBenefits(scope, before, row, now);
  await recordKinds(scope, row, kindsOf(before, row), before);
  return row;
}

/**
 * Writes what a locked subscription is charged to, as its source has it: nobody has changed it by that, so that an import
 * can still be undone.
 */
export async function noteMethod(
  scope: Scope,
  id: string,
  method: Pick<
    Notes,
    'paymentMethod' | 'paymentMethodDetails' | 'paymentConnectionId' | 'paymentMethodDigest'
  >,
): Promise<void> {
  await repository.update(scope, id, method);
}

/** What a refund of an order does to its subscription. Amounts are minor units. */
export interface SubscriptionRefund {
  orderId: string;
  /** Of the order, which may be another one than the subscription has now. */
  productId: string;
  /** What was paid for the order and not refunded, before and after. */
  before: number;
  kept: number;
  revokesBenefits: boolean;
}

/**
 * What a refund of one of its orders takes back of a subscription: of its credit, and of what changes of the price
 * give back at the next charge, in minor units.
 */
export async function effectOfRefund(
  scope: Scope,
  row: SubscriptionRow,
  refund: SubscriptionRefund,
) {
  const before = await lifeCycleOf(scope, row);
  const after = afterRefund(before, refund);
  const creditOf = ({ funds }: typeof before) => totalOf(funds.credit) + totalOf(funds.waiting);
  return {
    changes: changesBetween(before, after),
    creditTaken: creditOf(before) - creditOf(after),
    creditAfter: totalOf(after.funds.credit),
    revokesBenefits: refund.revokesBenefits && givesBenefits(row, refund.productId),
  };
}

/**
 * Whether a subscription has the benefits that an order for this product paid for: one that has moved to another
 * product gives that one's, for other orders (docs/contract/orders.md#refunds-and-benefits).
 */
function givesBenefits(row: SubscriptionRow, productId: string): boolean {
  return row.productId === productId && hasBenefits(row.status);
}

/**
 * Records a refund of one of its orders at a subscription, in the caller's transaction: its present period cost less,
 * and it loses the credit that the refund reaches (docs/contract/orders.md#refunds-and-credit). Where the refund
 * revokes benefits it goes on without them. Returns what was taken of the credit, in minor units.
 */
export async function recordRefund(
  scope: Scope,
  id: string,
  refund: SubscriptionRefund & { now: Date },
): Promise<number> {
  const { now } = refund;
  const row = await lockSubscription(scope, id);
  const { changes, creditTaken, revokesBenefits } = await effectOfRefund(scope, row, refund);
  if (creditTaken > 0 || revokesBenefits) {
    const revoked = revokesBenefits ? { benefitsRevokedAt: now } : {};
    await saveChanges(scope, row, { ...changes, ...revoked }, now);
  } else if (Object.keys(changes).length > 0) {
    // Nothing that anybody sees.
    await repository.update(scope, id, changes);
  }
  return creditTaken;
}

async function moveBenefits(
  scope: Scope,
  before: SubscriptionRow,
  after: SubscriptionRow,
  now: Date,
): Promise<void> {
  const source = { subscriptionId: after.id };
  const { organizationId, customerId, productId } = after;
  const had = before.benefitsRevokedAt === null && hasBenefits(before.status);
  const has = after.benefitsRevokedAt === null && hasBenefits(after.status);
  if (had && !has) await revokeBenefits(scope, { source, now });
  if (!has || (had && before.productId === productId)) return;
  if (had) await revokeBenefits(scope, { source, keptProductId: productId, now });
  await grantBenefits(scope, { organizationId, customerId, productId, source, now });
}

function hasBenefits(status: SubscriptionStatus): boolean {
  return isOneOf(RUNNING_STATUSES, status);
}

function kindsOf(before: SubscriptionRow, after: SubscriptionRow): EventKind[] {
  const kinds: EventKind[] = ['subscription.updated'];
  const isNew = before.status !== after.status;
  if (isNew && after.status === 'active') kinds.push('subscription.active');
  if (isNew && after.status === 'past_due') kinds.push('subscription.past_due');
  if (before.canceledAt !== null && after.canceledAt === null)
    kinds.push('subscription.uncanceled');
  if (before.canceledAt === null && after.canceledAt !== null) kinds.push('subscription.canceled');
  if (hasBenefits(before.status) && !hasBenefits(after.status)) kinds.push('subscription.revoked');
  return kinds;
}
