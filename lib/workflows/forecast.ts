import { setImmediate } from 'node:timers/promises';
import { jsonColumn } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import { soldPrice } from '@/lib/resources/checkouts/rules';
import type { CheckoutRow } from '@/lib/resources/checkouts/serialize';
import { amountsOfRow } from '@/lib/resources/checkouts/serialize';
import { livingUntil as checkoutsUntil } from '@/lib/resources/checkouts/service';
import { NO_FUNDS } from '@/lib/resources/funds/rules';
import type { Organization } from '@/lib/resources/organizations/schema';
import { type AttemptRow, attempts, forecastCharges } from '@/lib/resources/payments/service';
import type { DunningEnd, Subscribed } from '@/lib/resources/subscriptions/life-cycle';
import { firstPeriod } from '@/lib/resources/subscriptions/rules';
import type { SubscriptionRow } from '@/lib/resources/subscriptions/serialize';
import {
  billedPrice,
  lifeCycleAfter,
  lifeCycleOf,
  livingUntil as subscriptionsUntil,
} from '@/lib/resources/subscriptions/service';
import {
  type Item,
  itemsOf,
  later,
  type SimulatedSubscription,
  type Waiting,
} from '@/lib/resources/test-clocks/rules';
import { mergedChanges, type Settlement } from '@/lib/workflows/charge-subscription';

/** After so many items others have a turn: a forecast is work of the main thread alone. */
const ITEMS_OF_TURN = 100;

type Forecasts = Awaited<ReturnType<typeof forecastCharges>>;

/**
 * What will happen by itself in an organization from `from`, its time, to `to`
 * (docs/contract/time.md#dry-run): object by object, each in its order. Reads, and writes nothing.
 */
export async function* forecast(
  scope: Scope,
  organization: Organization,
  span: { from: Date; to: Date },
): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of itemsOfAll(scope, organization, span)) {
    count += 1;
    if (count % ITEMS_OF_TURN === 0) await setImmediate();
    yield item;
  }
}

async function* itemsOfAll(
  scope: Scope,
  organization: Organization,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<Item> {
  const { dunning_end: dunningEnd } = organization.subscription_settings;
  const span = { from, to, dunningEnd };
  const open = await attempts.findAllOpen(scope);
  const sold = await checkoutsUntil(scope, to, present(open.map((attempt) => attempt.checkoutId)));
  const methods = await forecastCharges(present(open.map((attempt) => attempt.paymentMethod)));
  const upgrades = new Map<string, PendingUpgrade>();
  for (const row of sold) {
    const { currency } = row.price;
    const attempt = open.find(({ checkoutId }) => checkoutId === row.id);
    if (!attempt) {
      const at = later(row.expiresAt, from);
      yield { at, kind: 'expiry', objectId: row.id, amount: 0, currency, outcome: 'expired' };
      continue;
    }
    const { at, isPaid } = arrival(attempt, methods, from);
    if (at > to) continue;
    // For nothing, the payment method is only set up: at the start of a trial there is no order.
    const free = soldPrice(row.price, row).trialDays === null ? 'free' : 'changed';
    const paid = attempt.amount > 0 ? 'paid' : free;
    const outcome = isPaid ? paid : 'failed';
    const { amount } = attempt;
    yield { at, kind: 'payment', objectId: row.id, amount, currency, outcome };
    if (!isPaid || row.price.type !== 'recurring') continue;
    const life = begin(row, attempt, methods, at);
    if (row.subscriptionId === null) yield* itemsOf(life, { ...span, from: at });
    else upgrades.set(row.subscriptionId, { at, life });
  }
  const waiting = [...upgrades.keys(), ...present(open.map((attempt) => attempt.subscriptionId))];
  for await (const rows of subscriptionsUntil(scope, to, waiting)) {
    for (const life of await simulatedOf(scope, rows, open, from)) {
      yield* untilUpgrade(life, upgrades.get(life.objectId), span);
    }
  }
}

/** The last moment that there is. */
const NEVER = new Date(8.64e15);

/** What a payment on its way makes of a subscription, when it arrives. */
interface PendingUpgrade {
  at: Date;
  life: SimulatedSubscription;
}

function* untilUpgrade(
  life: SimulatedSubscription,
  upgrade: PendingUpgrade | undefined,
  span: { from: Date; to: Date; dunningEnd: DunningEnd },
): Generator<Item> {
  if (!upgrade) return yield* itemsOf(life, span);
  yield* itemsOf(life, { ...span, to: upgrade.at });
  yield* itemsOf({ ...upgrade.life, objectId: life.objectId }, { ...span, from: upgrade.at });
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}

/** When the outcome of an open attempt is known, and what it is. One that is late is learned by real time. */
function arrival(
  { paymentMethod, status, expectedAt, createdAt }: AttemptRow,
  methods: Forecasts,
  from: Date,
) {
  const method = methods.get(paymentMethod ?? '');
  const isPaid = method?.charging(method.paid).isPaid ?? false;
  const isLate = status === 'processing' && expectedAt === null;
  return { at: isLate ? NEVER : later(expectedAt ?? createdAt, from), isPaid };
}

/** The subscription that a paid checkout starts. */
function begin(
  row: CheckoutRow,
  attempt: AttemptRow,
  methods: Forecasts,
  at: Date,
): SimulatedSubscription {
  const { discount } = row;
  const price = soldPrice(row.price, row);
  const { recurringInterval, trialDays } = price;
  if (recurringInterval === null) throw new Error('A subscription needs a recurring price');
  const { status, end, anchorDay } = firstPeriod(at, { recurringInterval, trialDays });
  const isBilled = status === 'active';
  const subscribed: Subscribed = {
    status,
    price: billedPrice(price, row.product.name),
    pendingPrice: null,
    discount: discount && { ...discount, firstUsedAt: isBilled ? at : null },
    period: { start: at, end },
    proratedFrom: null,
    anchorDay,
    firstBilledAt: isBilled ? at : null,
    periodAmount: isBilled ? amountsOfRow(row).subtotalAmount : 0,
    cancelAtPeriodEnd: false,
    pendingLines: [],
    // It begins with what its order paid for, of which nothing will be given back by itself.
    funds: NO_FUNDS,
    carried: 0,
    pausedAt: null,
    isHeld: false,
    importHold: null,
    canceledAt: null,
    endedAt: null,
    firstFailedAt: null,
    nextRetryAt: null,
  };
  const method = methods.get(attempt.paymentMethod ?? '');
  const charging = method?.charging ?? null;
  return { objectId: row.id, subscribed, charging, paid: method?.paid ?? 0, waiting: null };
}

async function simulatedOf(
  scope: Scope,
  rows: readonly SubscriptionRow[],
  open: readonly AttemptRow[],
  from: Date,
): Promise<SimulatedSubscription[]> {
  const methods = await forecastCharges(present(rows.map((row) => row.paymentMethod)));
  const lives: SimulatedSubscription[] = [];
  for (const row of rows) {
    const attempt = open.find(({ subscriptionId }) => subscriptionId === row.id);
    const method = methods.get(row.paymentMethod ?? '');
    lives.push({
      objectId: row.id,
      subscribed: await lifeCycleOf(scope, row),
      charging: method?.charging ?? null,
      paid: method?.paid ?? 0,
      waiting: attempt ? await waitingOf(scope, row, attempt, { methods, from }) : null,
    });
  }
  return lives;
}

/** The payment that a subscription waits for. */
async function waitingOf(
  scope: Scope,
  row: SubscriptionRow,
  attempt: AttemptRow,
  { methods, from }: { methods: Forecasts; from: Date },
): Promise<Waiting> {
  const settlement = jsonColumn<Settlement>(attempt.update);
  const { at, isPaid } = arrival(attempt, methods, from);
  return {
    at,
    isPaid,
    amount: attempt.amount,
    paid: await lifeCycleAfter(scope, row, mergedChanges(row, settlement)),
    onDecline: settlement.onDecline ?? null,
  };
}
