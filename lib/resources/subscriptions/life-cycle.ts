import { DAY_MS } from '@/lib/contract/times';
import {
  amountsAt,
  type BilledDiscount,
  type BilledPrice,
  discountOf,
  type Line,
  type Period,
  type PlannedOrder,
  periodLines,
  remainingLine,
  scaled,
  settleLines,
  sumOf,
  unusedLine,
  unusedPart,
} from '@/lib/resources/billing/rules';
import {
  type Funds,
  type Movement,
  moved,
  moveWaiting,
  NO_FUNDS,
  refunded,
  totalOf,
} from '@/lib/resources/funds/rules';
import { ACTIVE_STATUSES, isOneOf } from '@/lib/resources/subscription-statuses/rules';
import { isOverdue, periodEnd } from '@/lib/resources/subscriptions/rules';
import type { ProrationBehavior, SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

/**
 * Each status with the transitions that leave it (docs/contract/subscriptions.md#states). The
 * database refuses every change of a status that is not listed here.
 */
export const TRANSITIONS = {
  incomplete: {
    activate: 'active',
    start_trial: 'trialing',
    expire: 'incomplete_expired',
    cancel: 'canceled',
  },
  incomplete_expired: {},
  trialing: { pay: 'active', decline: 'past_due', cancel: 'canceled' },
  active: { upgrade_to_trial: 'trialing', decline: 'past_due', cancel: 'canceled' },
  past_due: { pay: 'active', cancel: 'canceled', give_up: 'unpaid' },
  canceled: {},
  unpaid: { pay: 'active', cancel: 'canceled' },
} as const satisfies Record<SubscriptionStatus, Record<string, SubscriptionStatus>>;

/** Days after the first failure on which a renewal is tried again. */
export const RETRY_DAYS = [1, 3, 5, 7] as const;
const LAST_RETRY = Math.max(...RETRY_DAYS);

/** What becomes of a subscription whose last retry failed. */
export type DunningEnd = 'canceled' | 'unpaid';

/** A subscription as far as its life cycle depends on it. Amounts are minor units. */
export interface Subscribed {
  status: SubscriptionStatus;
  price: BilledPrice;
  /** Takes the place of `price` at the next renewal. */
  pendingPrice: BilledPrice | null;
  discount: BilledDiscount | null;
  period: Period;
  /** Where proration counts the period from: its start and the pauses in it. Null without a pause. */
  proratedFrom: Date | null;
  /** The day of the month on which it renews. */
  anchorDay: number;
  /** The time of the first order; null while there is none: it is, or was, on trial. */
  firstBilledAt: Date | null;
  /** What the present period costs after the discount, as it was charged and not refunded. */
  periodAmount: number;
  cancelAtPeriodEnd: boolean;
  /** Lines of price changes that wait for the next charge. */
  pendingLines: readonly Line[];
  /** Whose money it holds; what of it is credit is used up by the next charges. */
  funds: Funds;
  carried: number;
  pausedAt: Date | null;
  /** Paused because the organization is to be deleted, not by the seller. */
  isHeld: boolean;
  /**
   * Of an imported one: it does not renew while its `source` may charge it, or the `charge` of a period that has ended waits
   * for the seller (docs/contract/imports.md#held-subscriptions).
   */
  importHold: string | null;
  canceledAt: Date | null;
  endedAt: Date | null;
  /** The first failed try of the renewal that is due; null while nothing is overdue. */
  firstFailedAt: Date | null;
  nextRetryAt: Date | null;
}

/** What happens to a subscription, by itself or by somebody's wish. */
export type Command =
  /** The renewal, trial end, retry or cancellation that is due. */
  | { type: 'run_due'; catchUp: boolean }
  /** A try by hand, out of turn. */
  | { type: 'retry'; catchUp: boolean }
  | { type: 'cancel_at_period_end' }
  | { type: 'keep' }
  | { type: 'end_now' }
  | { type: 'pause' }
  | { type: 'resume' }
  /** While the organization is to be deleted; what is paused already is left alone, also at the release. */
  | { type: 'hold' }
  | { type: 'release' }
  | { type: 'set_discount'; discount: BilledDiscount | null }
  | { type: 'change_price'; price: BilledPrice; behavior: ProrationBehavior };

/** What a declined payment leads to: a retry later, or the end; see {@link afterDecline}. */
export type OnDecline = 'retry_later' | 'end';

/**
 * What a command leads to: the order that it makes, where it makes one, the subscription when that
 * order is paid (at once where its amount is 0 or there is none), and what happens when it is declined. Null for
 * `onDecline` means that a decline changes nothing.
 */
export interface Plan {
  order: PlannedOrder | null;
  /** How the order moves the funds; null where there is none, and where it leaves none. */
  movement: Movement | null;
  paid: Subscribed;
  onDecline: OnDecline | null;
}

/** Whether the price may change and the subscription be paused. */
export function isChangeable({ status, pausedAt, importHold }: Subscribed): boolean {
  return isOneOf(ACTIVE_STATUSES, status) && pausedAt === null && importHold === null;
}

/** When the next thing happens by itself; null when nothing will. */
export function nextActionAt(
  subscription: Pick<
    Subscribed,
    'status' | 'pausedAt' | 'nextRetryAt' | 'period' | 'importHold' | 'cancelAtPeriodEnd'
  >,
): Date | null {
  const { status, pausedAt, period, nextRetryAt, importHold, cancelAtPeriodEnd } = subscription;
  if (pausedAt !== null) return null;
  // An end costs nothing.
  if (importHold !== null && !cancelAtPeriodEnd) return null;
  if (status === 'past_due') return importHold === null ? nextRetryAt : null;
  return isOneOf(ACTIVE_STATUSES, status) ? period.end : null;
}

/** Days before the end of a trial, and before a yearly renewal, on which the buyer is reminded of the charge. */
const REMINDER_DAYS = { trial: 3, year: 7 } as const;

/**
 * When the buyer is reminded of the next charge, once for each date of it; null where it comes without a reminder, or
 * its moment is past at `now` (docs/contract/mail.md#reminders). `before` is the reminder that waits already.
 */
export function reminderAt(
  subscription: Pick<
    Subscribed,
    'status' | 'pausedAt' | 'period' | 'cancelAtPeriodEnd' | 'importHold'
  > & {
    interval: BilledPrice['interval'] | null;
  },
  { before, now }: { before: Date | null; now: Date },
): Date | null {
  const { status, pausedAt, period, cancelAtPeriodEnd, interval, importHold } = subscription;
  if (pausedAt !== null || cancelAtPeriodEnd || importHold !== null) return null;
  const isYearly = status === 'active' && interval === 'year';
  if (status !== 'trialing' && !isYearly) return null;
  const days = REMINDER_DAYS[status === 'trialing' ? 'trial' : 'year'];
  const at = new Date(period.end.getTime() - days * DAY_MS);
  return at > now || at.getTime() === before?.getTime() ? at : null;
}

/**
 * Decides what a command does at `at`. Pure: the forecast and the renewals run the same decisions.
 * The caller has checked that the command is allowed.
 */
export function plan(subscription: Subscribed, command: Command, at: Date): Plan {
  switch (command.type) {
    case 'run_due':
      return subscription.cancelAtPeriodEnd && !isOverdue(subscription)
        ? endOfPeriod(subscription, at)
        : charge(subscription, { at, catchUp: command.catchUp, onDecline: 'retry_later' });
    case 'retry':
      return charge(subscription, { at, catchUp: command.catchUp, onDecline: null });
    case 'cancel_at_period_end':
      if (subscription.status === 'past_due') return free(ended(subscription, 'canceled', at));
      if (subscription.cancelAtPeriodEnd) return free(subscription);
      return free({
        ...subscription,
        cancelAtPeriodEnd: true,
        canceledAt: subscription.canceledAt ?? at,
      });
    case 'keep':
      return free({ ...subscription, cancelAtPeriodEnd: false, canceledAt: null });
    case 'end_now':
      return free(ended(subscription, 'canceled', at));
    case 'pause':
      return free({ ...subscription, pausedAt: subscription.pausedAt ?? at });
    case 'resume':
      return free(resumed(subscription, at));
    case 'hold':
      if (subscription.pausedAt !== null) return free(subscription);
      return free({ ...subscription, pausedAt: at, isHeld: true });
    case 'release':
      return free(subscription.isHeld ? resumed(subscription, at) : subscription);
    case 'set_discount':
      if (command.discount?.id === subscription.discount?.id) return free(subscription);
      return free({ ...subscription, discount: command.discount });
    case 'change_price':
      return changePrice(subscription, command, at);
  }
}

/** A plan without an order. */
function free(subscription: Subscribed): Plan {
  return { order: null, movement: null, paid: subscription, onDecline: null };
}

/** The order of the renewal that is due, or of the first period after a trial. */
function charge(
  subscription: Subscribed,
  { at, catchUp, onDecline }: { at: Date; catchUp: boolean; onDecline: OnDecline | null },
): Plan {
  const { discount, funds, pendingLines } = subscription;
  const price = subscription.pendingPrice ?? subscription.price;
  const { period, anchorDay } = nextPeriod(subscription, price, { at, catchUp });
  const { net, isReduced } = amountsAt(price, discount, period.start);
  const lines = [...pendingLines, ...periodLines(price, discount, { at: period.start, period })];
  const settled = settleLines(lines, balancesOf(subscription), price.currency);
  const movement = movementOf(settled, { released: 0, takesWaiting: true, cost: net });
  return {
    order: {
      billingReason: subscription.firstBilledAt ? 'subscription_cycle' : 'subscription_create',
      lines: settled.lines,
      amount: settled.amount,
      discountId: discountOf(settled.lines),
    },
    movement,
    paid: {
      ...subscription,
      funds: moved(funds, movement),
      carried: settled.carried,
      status: 'active',
      firstBilledAt: subscription.firstBilledAt ?? at,
      price,
      pendingPrice: null,
      pendingLines: [],
      period,
      proratedFrom: null,
      anchorDay,
      periodAmount: net,
      discount: isReduced ? markUsed(discount, period.start) : discount,
      endedAt: null,
      firstFailedAt: null,
      nextRetryAt: null,
    },
    onDecline,
  };
}

function balancesOf({ funds, carried }: Subscribed) {
  return { credit: totalOf(funds.credit), carried };
}

function movementOf(
  settled: ReturnType<typeof settleLines>,
  given: Pick<Movement, 'released' | 'takesWaiting' | 'cost'>,
): Movement {
  const { amount, carried, creditUsed, creditBooked } = settled;
  return { ...given, creditUsed, creditBooked, paid: amount, owed: carried };
}

/**
 * The period that is charged: the one after the present one, an `unpaid` subscription's from `at`
 * on. With `catchUp` it is the one that contains `at`, and those skipped are not charged
 * (docs/contract/subscriptions.md#renewals).
 */
function nextPeriod(
  { status, period, anchorDay, price: before }: Subscribed,
  { interval }: BilledPrice,
  { at, catchUp }: { at: Date; catchUp: boolean },
): { period: Period; anchorDay: number } {
  let start = status === 'unpaid' ? at : period.end;
  const isAnchored = status !== 'unpaid' && interval === before.interval;
  const anchor = isAnchored ? anchorDay : start.getUTCDate();
  let end = periodEnd(start, interval, anchor);
  while (catchUp && end <= at) {
    start = end;
    end = periodEnd(start, interval, anchor);
  }
  return { period: { start, end }, anchorDay: anchor };
}

/**
 * The subscription once the payment of a plan's order is declined at `at`, which may be days after the plan was
 * made: the retries count from then. A failed renewal ends one that was to end with its period; one that was
 * paused while the payment was under way stays as it is.
 */
export function afterDecline(
  subscription: Subscribed,
  onDecline: OnDecline | null,
  { at, dunningEnd }: { at: Date; dunningEnd: DunningEnd },
): Subscribed {
  if (onDecline === null || subscription.status === 'canceled') return subscription;
  if (onDecline === 'end') return ended(subscription, 'canceled', at);
  if (subscription.pausedAt !== null) return subscription;
  if (subscription.cancelAtPeriodEnd) return ended(subscription, 'canceled', at);
  return fail(subscription, at, dunningEnd);
}

/** Whether a retry of a renewal is the last one. */
export function isLastRetry(retry: Date, firstFailedAt: Date | null): boolean {
  return firstFailedAt !== null && retry >= new Date(firstFailedAt.getTime() + LAST_RETRY * DAY_MS);
}

/** A failed renewal: past due with the next retry, or the end of dunning after the last one. */
function fail(subscription: Subscribed, at: Date, dunningEnd: DunningEnd): Subscribed {
  const firstFailedAt = subscription.firstFailedAt ?? at;
  const nextRetryAt = RETRY_DAYS.map(
    (days) => new Date(firstFailedAt.getTime() + days * DAY_MS),
  ).find((retry) => retry > at);
  if (!nextRetryAt) return ended(subscription, dunningEnd, at);
  return { ...subscription, status: 'past_due', firstFailedAt, nextRetryAt };
}

/** A subscription that is over: nothing is due, and its credit lapses. */
function ended(subscription: Subscribed, status: DunningEnd, at: Date): Subscribed {
  return {
    ...subscription,
    status,
    cancelAtPeriodEnd: false,
    canceledAt: status === 'canceled' ? (subscription.canceledAt ?? at) : null,
    endedAt: at,
    pausedAt: null,
    isHeld: false,
    importHold: null,
    pendingPrice: null,
    pendingLines: [],
    funds: NO_FUNDS,
    carried: 0,
    firstFailedAt: null,
    nextRetryAt: null,
  };
}

/** The end of a canceled period: waiting lines are charged, and it is over whether paid or not. */
function endOfPeriod(subscription: Subscribed, at: Date): Plan {
  const over = ended(subscription, 'canceled', at);
  if (sumOf(subscription.pendingLines) <= 0) return free(over);
  const { lines, amount } = settleLines(
    subscription.pendingLines,
    balancesOf(subscription),
    subscription.price.currency,
  );
  return {
    order: updateOrder({ lines, amount }),
    movement: null,
    paid: over,
    onDecline: 'end',
  };
}

/** Moves the end of the period, and the retries, by the length of the pause; the day of the end becomes the anchor. */
function resumed(subscription: Subscribed, at: Date): Subscribed {
  const { pausedAt, period, proratedFrom, firstFailedAt, nextRetryAt } = subscription;
  if (pausedAt === null) return subscription;
  const afterPause = (date: Date) => new Date(date.getTime() + (at.getTime() - pausedAt.getTime()));
  const end = afterPause(period.end);
  return {
    ...subscription,
    pausedAt: null,
    isHeld: false,
    firstFailedAt: firstFailedAt && afterPause(firstFailedAt),
    nextRetryAt: nextRetryAt && afterPause(nextRetryAt),
    period: { ...period, end },
    proratedFrom: afterPause(proratedFrom ?? period.start),
    anchorDay: end.getUTCDate(),
  };
}

/** docs/contract/subscriptions.md#price-changes and the headings that follow it. */
function changePrice(
  subscription: Subscribed,
  { price, behavior }: { price: BilledPrice; behavior: ProrationBehavior },
  at: Date,
): Plan {
  const { status, period, discount, periodAmount } = subscription;
  const before = subscription.price;
  const changed = { ...subscription, price, pendingPrice: null };
  if (status === 'trialing') return free(changed);
  if (behavior === 'next_period') return free({ ...subscription, pendingPrice: price });

  const { net, reduction, isReduced } = amountsAt(price, discount, at);
  const reduced = isReduced ? markUsed(discount, at) : discount;
  // A node of an earlier version moves the period alone.
  const start = new Date(Math.max(Number(subscription.proratedFrom ?? 0), Number(period.start)));
  const counted = { start, end: period.end };
  const rest = { start: at, end: period.end };
  // Refunds may have left less than what is unused.
  const unused = Math.min(
    unusedPart(periodAmount, counted, at, before.currency),
    totalOf(subscription.funds.period),
  );
  if (before.amount === null || price.interval !== before.interval) {
    const anchorDay = at.getUTCDate();
    const next = { start: at, end: periodEnd(at, price.interval, anchorDay) };
    const lines = [
      ...(before.amount === null ? [] : [unusedLine(before.name, unused, rest)]),
      ...periodLines(price, discount, { at, period: next }),
    ];
    const renewed = { ...changed, discount: reduced, period: next, anchorDay, periodAmount: net };
    const given = { released: before.amount === null ? 0 : unused, cost: net };
    return chargeUpdate({ ...renewed, proratedFrom: null }, lines, given);
  }
  const cost = unusedPart(net, counted, at, price.currency);
  const loweredBy = reduction > 0 ? discount?.id : undefined;
  const lines = [
    unusedLine(before.name, unused, rest),
    remainingLine(price.name, cost, rest, loweredBy),
  ];
  const moving = { ...changed, periodAmount: net };
  if (behavior === 'prorate') {
    return free({
      ...moving,
      pendingLines: [...subscription.pendingLines, ...lines],
      funds: moveWaiting(subscription.funds, { released: unused, cost }),
    });
  }
  return chargeUpdate({ ...moving, discount: reduced }, lines, { released: unused, cost });
}

/** An order for a change, charged now; declined, nothing has changed. */
function chargeUpdate(
  changed: Subscribed,
  charged: readonly Line[],
  given: Pick<Movement, 'released' | 'cost'>,
): Plan {
  const settled = settleLines(charged, balancesOf(changed), changed.price.currency);
  const movement = movementOf(settled, { ...given, takesWaiting: false });
  return {
    order: updateOrder(settled),
    movement,
    paid: { ...changed, carried: settled.carried, funds: moved(changed.funds, movement) },
    onDecline: null,
  };
}

function updateOrder({ lines, amount }: Pick<PlannedOrder, 'lines' | 'amount'>): PlannedOrder {
  return { billingReason: 'subscription_update', lines, amount, discountId: discountOf(lines) };
}

/**
 * The subscription once more of its order is refunded (docs/contract/orders.md#refunds-and-credit): `before` and `kept`
 * are what was paid for the order and not refunded, before and after, in minor units. Its present period costs less,
 * and the refund takes what it reaches of the credit, and of what waits for the next charge.
 */
export function afterRefund(
  subscription: Subscribed,
  refund: { orderId: string; before: number; kept: number },
): Subscribed {
  const { funds, pendingLines, price, period } = subscription;
  const left = refunded(funds, refund, price.currency);
  const taken = totalOf(funds.waiting) - totalOf(left.waiting);
  return {
    ...subscription,
    funds: left,
    periodAmount: periodAmountWith(subscription.periodAmount, {
      cost: totalOf(funds.period),
      held: totalOf(left.period),
      currency: price.currency,
    }),
    pendingLines:
      taken === 0
        ? pendingLines
        : [...pendingLines, unusedLine(`${price.name} refunded`, -taken, period)],
  };
}

/** What a period costs once only `held` of what it cost is paid and not refunded, in minor units. */
export function periodAmountWith(
  amount: number,
  { cost, held, currency }: { cost: number; held: number; currency: string },
): number {
  return held >= cost ? amount : scaled(amount, held, cost, currency);
}

function markUsed(discount: BilledDiscount | null, at: Date): BilledDiscount | null {
  return discount && { ...discount, firstUsedAt: discount.firstUsedAt ?? at };
}
