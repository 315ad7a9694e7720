import { addMonths } from '@/lib/contract/times';
import { amountsAt } from '@/lib/resources/billing/rules';
import {
  ENDED_STATUSES,
  isOneOf,
  RUNNING_STATUSES,
} from '@/lib/resources/subscription-statuses/rules';
import {
  afterDecline,
  type DunningEnd,
  nextActionAt,
  type Plan,
  plan,
  type Subscribed,
} from '@/lib/resources/subscriptions/life-cycle';
import type { TestClockItemKind, TestClockItemOutcome } from '@/lib/resources/test-clocks/schema';

/** A dry run lists at most so many items. */
export const MAX_ITEMS = 20_000;
const MAX_YEARS = 5;

/** Something that happens by itself. */
export interface Item {
  at: Date;
  kind: TestClockItemKind;
  /** The subscription or the checkout. */
  objectId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  outcome: TestClockItemOutcome;
}

/** What the next charge of a payment method comes to, after so many that were paid. */
export type Charging = (paid: number) => {
  isPaid: boolean;
  afterSeconds: number;
  /** It is declined so that the method is not charged again. */
  isFinal: boolean;
};
const NO_METHOD = { isPaid: false, afterSeconds: 0, isFinal: false };

/** A payment under way, and what the subscription is after it. */
export interface Waiting {
  at: Date;
  amount: number;
  isPaid: boolean;
  isFinal: boolean;
  paid: Subscribed;
  onDecline: Plan['onDecline'];
}

/** A subscription with all that its future depends on. */
export interface SimulatedSubscription {
  objectId: string;
  subscribed: Subscribed;
  /** Null where it has no payment method. */
  charging: Charging | null;
  /** How many charges of an amount the method has paid. */
  paid: number;
  waiting: Waiting | null;
}

interface Span {
  /** What was due before is done now. */
  from: Date;
  to: Date;
  dunningEnd: DunningEnd;
}

/** Why a clock that is at `now` cannot be advanced to `to`; undefined where it can. */
export function targetProblem(now: Date, to: Date): string | undefined {
  if (to <= now) return "Choose a time later than the test clock's.";
  const last = addMonths(now, 12 * MAX_YEARS);
  return to > last ? `Advance by at most ${MAX_YEARS} years at a time.` : undefined;
}

/** Items in the order in which they happen: by time, then by object. */
export function inOrder(items: readonly Item[]): Item[] {
  return [...items].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      (a.objectId < b.objectId ? -1 : Number(a.objectId > b.objectId)),
  );
}

/** A later time of two. */
export function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/**
 * What happens to a subscription in a span of time, in its order (docs/contract/time.md#dry-run): the
 * decisions are those of the renewals, and so is what a declined or delayed payment leads to. Returns it as it
 * is at the end. Pure.
 */
export function* itemsOf(
  start: SimulatedSubscription,
  { from, to, dunningEnd }: Span,
): Generator<Item, SimulatedSubscription> {
  let life = start;
  let reached = from;
  for (;;) {
    const due = life.waiting?.at ?? nextActionAt(life.subscribed);
    const at = due && later(due, from);
    const until = at === null || at > to ? to : at;
    const end = discountEnd(life.subscribed);
    if (end && end > reached && end <= until) yield discountEndItem(life, end);
    if (at === null || at > to) return life;
    const { item, next } = life.waiting
      ? arrive(life, life.waiting, dunningEnd)
      : runDue(life, at, dunningEnd);
    yield { at, objectId: life.objectId, currency: currencyOf(life), ...item };
    life = next;
    reached = at;
  }
}

interface Step {
  item: Pick<Item, 'kind' | 'amount' | 'outcome'>;
  next: SimulatedSubscription;
}

/** The renewal, retry, end of a trial or cancellation that is due at `at`. */
function runDue(life: SimulatedSubscription, at: Date, dunningEnd: DunningEnd): Step {
  const { subscribed, charging, paid: charges } = life;
  const kind = kindOf(subscribed);
  const planned = plan(subscribed, { type: 'run_due', catchUp: true, dunningEnd }, at);
  const amount = planned.order?.amount ?? 0;
  if (amount === 0) {
    const outcome = isEnded(planned.paid) ? 'ended' : 'free';
    return { item: { kind, amount, outcome }, next: { ...life, subscribed: planned.paid } };
  }
  const { isPaid, afterSeconds, isFinal } = charging?.(charges) ?? NO_METHOD;
  const { paid, onDecline } = planned;
  const context = { at, dunningEnd, stops: isFinal };
  const then = isPaid ? paid : afterDecline(subscribed, onDecline, context);
  if (afterSeconds > 0) {
    const arrival = new Date(at.getTime() + afterSeconds * 1000);
    const waiting = { at: arrival, amount, isPaid, isFinal, paid, onDecline };
    return { item: { kind, amount, outcome: 'changed' }, next: { ...life, waiting } };
  }
  return {
    item: { kind, amount, outcome: outcomeOf(then, isPaid && kind !== 'cancellation') },
    next: { ...life, subscribed: then, paid: charges + Number(isPaid) },
  };
}

/** The outcome of a payment that took its time. */
function arrive(
  life: SimulatedSubscription,
  { at, amount, isPaid, isFinal, paid, onDecline }: Waiting,
  dunningEnd: DunningEnd,
): Step {
  const context = { at, dunningEnd, stops: isFinal };
  const subscribed = isPaid ? paid : afterDecline(life.subscribed, onDecline, context);
  return {
    item: { kind: 'payment', amount, outcome: outcomeOf(subscribed, isPaid) },
    next: { ...life, subscribed, paid: life.paid + Number(isPaid), waiting: null },
  };
}

function outcomeOf(after: Subscribed, isPaid: boolean): TestClockItemOutcome {
  if (isPaid) return 'paid';
  return isEnded(after) ? 'ended' : 'failed';
}

function isEnded({ status }: Subscribed): boolean {
  return isOneOf(ENDED_STATUSES, status);
}

/** What is due of a subscription. */
export function kindOf({
  status,
  cancelAtPeriodEnd,
  retriesStopped,
}: Pick<Subscribed, 'status' | 'cancelAtPeriodEnd' | 'retriesStopped'>): TestClockItemKind {
  if (status === 'past_due' && !retriesStopped) return 'retry';
  if (cancelAtPeriodEnd || retriesStopped) return 'cancellation';
  return status === 'trialing' ? 'trial_end' : 'renewal';
}

/** When a discount that lasts for some months ends; null while that is not known, and without one. */
export function discountEnd({ status, discount }: Subscribed): Date | null {
  if (discount?.duration !== 'repeating' || discount.firstUsedAt === null) return null;
  if (!isOneOf(RUNNING_STATUSES, status)) return null;
  return addMonths(discount.firstUsedAt, discount.durationInMonths ?? 0);
}

/** Nothing is written then: orders from that time on are not reduced. */
function discountEndItem({ objectId, subscribed }: SimulatedSubscription, at: Date): Item {
  const { net } = amountsAt(subscribed.pendingPrice ?? subscribed.price, subscribed.discount, at);
  const { currency } = subscribed.price;
  return { at, kind: 'discount_end', objectId, amount: net, currency, outcome: 'changed' };
}

function currencyOf({ subscribed: { price, pendingPrice } }: SimulatedSubscription): string {
  return (pendingPrice ?? price).currency;
}
