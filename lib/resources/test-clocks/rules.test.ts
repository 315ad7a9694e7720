import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, DAY_MS } from '@/lib/contract/times';
import type { BilledDiscount, BilledPrice } from '@/lib/resources/billing/rules';
import { fundOf, NO_FUNDS } from '@/lib/resources/funds/rules';
import type { DunningEnd, Subscribed } from '@/lib/resources/subscriptions/life-cycle';
import { firstPeriod } from '@/lib/resources/subscriptions/rules';
import {
  discountEnd,
  type Item,
  inOrder,
  itemsOf,
  type SimulatedSubscription,
  targetProblem,
} from '@/lib/resources/test-clocks/rules';
import { runs } from '@/testing/soak';

const START = new Date('2026-01-31T08:00:00Z');
const later = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS);

const price = fc.record({
  id: fc.constantFrom('a', 'b'),
  productId: fc.constant('p'),
  name: fc.constant('Plan'),
  amount: fc.constantFrom(null, 60, 1000, 12_345),
  currency: fc.constant('usd'),
  interval: fc.constantFrom('month' as const, 'year' as const),
}) satisfies fc.Arbitrary<BilledPrice>;

const discount = fc.record({
  id: fc.constant('d'),
  name: fc.constant('Less'),
  type: fc.constant('percentage' as const),
  amount: fc.constant(null),
  currency: fc.constant(null),
  basisPoints: fc.constantFrom(1000, 5000, 10_000),
  duration: fc.constantFrom('once' as const, 'repeating' as const, 'forever' as const),
  durationInMonths: fc.constantFrom(1, 3, 14),
}) satisfies fc.Arbitrary<Omit<BilledDiscount, 'firstUsedAt'>>;

/** Outcomes of charges: paid until so many, then declined; each known after so many seconds. */
const method = fc.option(
  fc.record({
    paidUntil: fc.constantFrom(0, 1, 2, 99),
    afterSeconds: fc.constantFrom(0, 0, 60),
    stops: fc.boolean(),
  }),
  { freq: 6 },
);

const history = fc.record({
  price,
  pendingPrice: fc.option(price, { freq: 5 }),
  discount: fc.option(discount),
  trialDays: fc.constantFrom(null, null, 14),
  method,
  isCanceled: fc.boolean(),
  isPaused: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  credit: fc.constantFrom(0, 0, 700),
  waitingLine: fc.constantFrom(0, 0, 20, -300, 400),
  dunningEnd: fc.constantFrom<DunningEnd>('canceled', 'unpaid'),
  steps: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

function lifeOf(given: History): SimulatedSubscription {
  const { trialDays, discount: terms } = given;
  const first = firstPeriod(START, { recurringInterval: given.price.interval, trialDays });
  const isBilled = first.status === 'active';
  const line = {
    description: 'Change',
    amount: given.waitingLine,
    periodStart: null,
    periodEnd: null,
  };
  const subscribed: Subscribed = {
    status: first.status,
    price: given.price,
    pendingPrice: given.pendingPrice,
    discount: terms && { ...terms, firstUsedAt: isBilled ? START : null },
    period: { start: START, end: first.end },
    proratedFrom: null,
    anchorDay: first.anchorDay,
    firstBilledAt: isBilled ? START : null,
    periodAmount: isBilled ? (given.price.amount ?? 0) : 0,
    cancelAtPeriodEnd: given.isCanceled,
    pendingLines: given.waitingLine === 0 ? [] : [line],
    funds: { ...NO_FUNDS, credit: fundOf('o', given.credit) },
    carried: 0,
    pausedAt: given.isPaused ? START : null,
    isHeld: false,
    importHold: null,
    canceledAt: null,
    endedAt: null,
    firstFailedAt: null,
    nextRetryAt: null,
    retriesStopped: false,
  };
  return { objectId: 's', subscribed, charging: chargingOf(given), paid: 0, waiting: null };
}

function chargingOf({ method: given }: History) {
  if (!given) return null;
  const { paidUntil, afterSeconds, stops } = given;
  return (paid: number) => {
    const isPaid = paid < paidUntil;
    return { isPaid, afterSeconds, isFinal: stops && !isPaid };
  };
}

describe('a forecast', () => {
  it('is what then happens, however often the clock is advanced on the way', () => {
    fc.assert(
      fc.property(history, (given) => {
        const ends: Date[] = [];
        for (const days of given.steps) ends.push(later(ends.at(-1) ?? START, days));
        const to = ends.at(-1) ?? START;
        const { dunningEnd } = given;
        const whole = [...itemsOf(lifeOf(given), { from: START, to, dunningEnd })];
        // What happens: one thing after the other, with the state written in between.
        const stepwise: Item[] = [];
        let life = lifeOf(given);
        let from = START;
        for (const end of ends) {
          const run = advance(life, { from, to: end, dunningEnd });
          stepwise.push(...run.items);
          life = run.life;
          from = end;
        }
        expect(stepwise).toEqual(whole);
        expect(inOrder(whole)).toEqual(whole);
      }),
      { numRuns: runs(10_000, 20) },
    );
  });

  it('charges every period once, and nothing after the end', () => {
    fc.assert(
      fc.property(history, ({ steps, ...given }) => {
        const to = later(START, steps.length * 300);
        const items = [
          ...itemsOf(lifeOf({ ...given, steps }), {
            from: START,
            to,
            dunningEnd: given.dunningEnd,
          }),
        ];
        const times = items.filter(({ kind }) => kind === 'renewal').map(({ at }) => at.getTime());
        expect(new Set(times).size).toBe(times.length);
        const end = items.findIndex(({ outcome }) => outcome === 'ended');
        if (end >= 0) expect(items.slice(end + 1)).toEqual([]);
        for (const { at } of items) expect(at <= to && at >= START).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('runs what is overdue at once, late periods as one', () => {
    const given = {
      ...fc.sample(history, { numRuns: 1, seed: 1 })[0],
      price: { id: 'a', productId: 'p', name: 'Plan', amount: 1000, interval: 'month' as const },
      pendingPrice: null,
      discount: null,
      trialDays: null,
      method: { paidUntil: 99, afterSeconds: 0 },
      isCanceled: false,
      isPaused: false,
      credit: 0,
      waitingLine: 0,
    } as History;
    const from = addMonths(START, 5);
    const to = addMonths(START, 7);
    const items = [...itemsOf(lifeOf(given), { from, to, dunningEnd: 'canceled' })];
    expect(items.map(({ at }) => at)).toEqual([from, addMonths(START, 6, 31), to]);
  });
});

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Runs a part of the time; what is left of it is read from JSON, as rows are. */
function advance(
  start: SimulatedSubscription,
  span: { from: Date; to: Date; dunningEnd: DunningEnd },
) {
  const items: Item[] = [];
  const running = itemsOf(start, span);
  let step = running.next();
  for (; !step.done; step = running.next()) items.push(step.value);
  const revive = (_: string, value: unknown) =>
    typeof value === 'string' && ISO.test(value) ? new Date(value) : value;
  const life: SimulatedSubscription = JSON.parse(JSON.stringify(step.value), revive);
  return { items, life: { ...life, charging: start.charging } };
}

describe('the end of a discount', () => {
  it('is known once an order was reduced', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { subscribed } = lifeOf(given);
        const { discount: terms } = subscribed;
        const end = discountEnd(subscribed);
        expect(end !== null).toBe(terms?.duration === 'repeating' && terms.firstUsedAt !== null);
      }),
    );
  });
});

describe('the target of an advance', () => {
  it('is later than now, by at most five years', () => {
    expect(targetProblem(START, START)).toBeDefined();
    expect(targetProblem(START, later(START, -1))).toBeDefined();
    expect(targetProblem(START, later(START, 1))).toBeUndefined();
    expect(targetProblem(START, addMonths(START, 60))).toBeUndefined();
    expect(targetProblem(START, new Date(addMonths(START, 60).getTime() + 1))).toBeDefined();
  });
});
