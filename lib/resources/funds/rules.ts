import { scaled } from '@/lib/resources/billing/rules';

// Whose money a subscription holds, so that the time that an order paid for is given back once, as a refund or as
// credit (docs/decisions/credit.md). Always: of each order, its refunds and its funds together are at most what was
// paid for it.

/** Money of an order, in minor units; null stands for what is owed and for money of no known order. */
export interface Fund {
  orderId: string | null;
  amount: number;
}

/** Each list is in the order in which the money came in, and is used up in that order. */
export interface Funds {
  /** In the present period. What time uses up is not taken off: the latest of it is what is left. */
  period: readonly Fund[];
  /** Given back by changes of the price that wait for the next charge. */
  waiting: readonly Fund[];
  /** The subscription's credit is their sum. */
  credit: readonly Fund[];
}

export const NO_FUNDS: Funds = { period: [], waiting: [], credit: [] };

/** Stands for the order that a plan makes, which has no id yet; {@link inOrder} replaces it. */
export const PLANNED_ORDER = 'planned';

/** What an order moves, in minor units; as JSON a payment attempt carries it. */
export interface Movement {
  /** Given back of the present period; at most what that holds. */
  released: number;
  /** Whether what waits for the next charge is settled with it. */
  takesWaiting: boolean;
  creditUsed: number;
  paid: number;
  /** Carried to the next charge: used before it is paid. */
  owed: number;
  /** What the new period costs, or what is left of the present one. */
  cost: number;
  creditBooked: number;
}

/** The sum of funds, in minor units. */
export function totalOf(funds: readonly Fund[]): number {
  return funds.reduce((sum, { amount }) => sum + amount, 0);
}

/** Money of one order. */
export function fundOf(orderId: string | null, amount: number): Fund[] {
  return amount > 0 ? [{ orderId, amount }] : [];
}

/** The first `amount` of funds, and the rest. */
function split(funds: readonly Fund[], amount: number): [Fund[], Fund[]] {
  const first: Fund[] = [];
  const rest: Fund[] = [];
  let left = amount;
  for (const { orderId, amount: own } of funds) {
    const taken = Math.max(0, Math.min(own, left));
    left -= taken;
    first.push(...fundOf(orderId, taken));
    rest.push(...fundOf(orderId, own - taken));
  }
  return [first, rest];
}

/** The part of the period's funds that is left where `amount` of it is unused: the latest. */
function latest(funds: readonly Fund[], amount: number): Fund[] {
  return split(funds, totalOf(funds) - amount)[1];
}

/**
 * The funds once an order has moved them: what is given back, used and paid goes first into debts, then into the
 * period, and the rest is credit. Debts are what this order pays for time that was used before; they are paid first
 * by what was owed, so that a debt that is given back pays itself.
 */
export function moved(funds: Funds, movement: Movement): Funds {
  const { released, takesWaiting, creditUsed, paid, owed, cost, creditBooked } = movement;
  const [used, credit] = split(funds.credit, creditUsed);
  const sources = [
    ...latest(funds.period, released),
    ...(takesWaiting ? funds.waiting : []),
    ...used,
    ...fundOf(PLANNED_ORDER, paid),
    ...fundOf(null, owed),
  ];
  const debt = totalOf(sources) - cost - creditBooked;
  const owedFirst = sources.toSorted(
    (a, b) => Number(a.orderId !== null) - Number(b.orderId !== null),
  );
  const payments = split(owedFirst, debt)[0];
  const [period, booked] = split(without(sources, payments), cost);
  return {
    period,
    waiting: takesWaiting ? [] : funds.waiting,
    credit: [...credit, ...booked],
  };
}

/**
 * The funds once a change of the price waits for the next charge: `cost` of what is `released` pays for the rest of
 * the period at the new price, or is owed, and what is more waits.
 */
export function moveWaiting(
  funds: Funds,
  { released, cost }: Pick<Movement, 'released' | 'cost'>,
): Funds {
  const sources = [...latest(funds.period, released), ...fundOf(null, cost - released)];
  const [period, rest] = split(sources, cost);
  return { ...funds, period, waiting: [...funds.waiting, ...rest] };
}

/** Funds without as much of each order as other funds have of it, its earliest first. */
function without(funds: readonly Fund[], taken: readonly Fund[]): Fund[] {
  const left = new Map<string | null, number>();
  for (const { orderId, amount } of taken) left.set(orderId, (left.get(orderId) ?? 0) + amount);
  return funds.flatMap(({ orderId, amount }) => {
    const part = Math.min(amount, left.get(orderId) ?? 0);
    left.set(orderId, (left.get(orderId) ?? 0) - part);
    return fundOf(orderId, amount - part);
  });
}

/** How much of an order funds have, in minor units. */
export function amountOf(funds: readonly Fund[], orderId: string): number {
  return totalOf(funds.filter((fund) => fund.orderId === orderId));
}

/** Funds with at most `most` of an order. */
function limited(funds: readonly Fund[], orderId: string, most: number): readonly Fund[] {
  const excess = amountOf(funds, orderId) - Math.max(0, most);
  return excess > 0 ? without(funds, fundOf(orderId, excess)) : funds;
}

/**
 * The funds once more of an order is refunded: `before` and `kept` are what was paid for it and not refunded, before
 * and after. The period loses the same part of what it has of the order, or more; credit is reached last, and then
 * what waits is at most what is kept with it.
 */
export function refunded(
  funds: Funds,
  { orderId, before, kept }: { orderId: string; before: number; kept: number },
  currency: string,
): Funds {
  const credit = limited(funds.credit, orderId, kept);
  const notCredit = kept - amountOf(credit, orderId);
  const waiting = limited(funds.waiting, orderId, notCredit);
  const share = before > 0 ? scaled(amountOf(funds.period, orderId), kept, before, currency) : 0;
  const most = Math.min(share, notCredit - amountOf(waiting, orderId));
  return { period: limited(funds.period, orderId, most), waiting, credit };
}

/** Funds of a plan whose order has got its id. */
export function inOrder(funds: Funds, orderId: string): Funds {
  const named = (list: readonly Fund[]) =>
    list.map((fund) => (fund.orderId === PLANNED_ORDER ? { ...fund, orderId } : fund));
  return {
    period: named(funds.period),
    waiting: named(funds.waiting),
    credit: named(funds.credit),
  };
}

/**
 * Stored funds, completed with money of no known order where the subscription has credit, or a period that was paid
 * for, that they do not tell of.
 */
export function completed(
  { period, waiting, credit }: Funds,
  known: { periodAmount: number; credit: number },
): Funds {
  const latestCredit = latest(credit, Math.min(totalOf(credit), known.credit));
  return {
    period: period.length === 0 ? fundOf(null, known.periodAmount) : period,
    waiting,
    credit: [...fundOf(null, known.credit - totalOf(latestCredit)), ...latestCredit],
  };
}
