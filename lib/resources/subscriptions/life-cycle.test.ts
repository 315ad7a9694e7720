import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { type BilledDiscount, type BilledPrice, sumOf } from '@/lib/resources/billing/rules';
import {
  amountOf,
  type Funds,
  fundOf,
  inOrder,
  NO_FUNDS,
  PLANNED_ORDER,
  totalOf,
} from '@/lib/resources/funds/rules';
import {
  afterDecline,
  afterRefund,
  type Command,
  nextActionAt,
  plan,
  type Subscribed,
  TRANSITIONS,
} from '@/lib/resources/subscriptions/life-cycle';
import { runs } from '@/testing/soak';

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const days = (count: number) => count * DAY_MS;
const later = (date: Date, count: number) => new Date(date.getTime() + days(count));

const basic: BilledPrice = {
  id: 'basic',
  productId: 'p',
  name: 'Basic',
  amount: 1000,
  currency: 'usd',
  interval: 'month',
};
const pro: BilledPrice = { ...basic, id: 'pro', productId: 'q', name: 'Pro', amount: 3000 };
const yearly: BilledPrice = { ...pro, id: 'yearly', amount: 30_000, interval: 'year' };
const gratis: BilledPrice = { ...basic, id: 'free', name: 'Free', amount: null };

const half: BilledDiscount = {
  id: 'd',
  name: 'Half',
  type: 'percentage',
  amount: null,
  currency: null,
  basisPoints: 5000,
  duration: 'once',
  durationInMonths: null,
  firstUsedAt: null,
};

const active: Subscribed = {
  status: 'active',
  price: basic,
  pendingPrice: null,
  discount: null,
  period: { start: at('2026-01-31'), end: at('2026-02-28') },
  proratedFrom: null,
  anchorDay: 31,
  firstBilledAt: at('2026-01-31'),
  periodAmount: 1000,
  cancelAtPeriodEnd: false,
  pendingLines: [],
  funds: { ...NO_FUNDS, period: fundOf('o1', 1000) },
  carried: 0,
  pausedAt: null,
  isHeld: false,
  importHold: null,
  canceledAt: null,
  endedAt: null,
  firstFailedAt: null,
  nextRetryAt: null,
  retriesStopped: false,
};
const trialing: Subscribed = {
  ...active,
  status: 'trialing',
  firstBilledAt: null,
  periodAmount: 0,
  funds: NO_FUNDS,
};

/** The renewal that is due, declined at once. */
const declineDue = (
  subscription: Subscribed,
  time: Date,
  dunningEnd: 'canceled' | 'unpaid' = 'canceled',
) => {
  const { onDecline } = plan(subscription, due, time);
  return afterDecline(subscription, onDecline, { at: time, dunningEnd, stops: false });
};
const due: Command = { type: 'run_due', catchUp: false, dunningEnd: 'canceled' };

describe('renewal', () => {
  it('charges the price and moves the period on, back to the anchor day', () => {
    const { order, paid } = plan(active, due, at('2026-02-28'));
    expect(order).toMatchObject({ billingReason: 'subscription_cycle', amount: 1000 });
    expect(paid).toMatchObject({
      status: 'active',
      period: { start: at('2026-02-28'), end: at('2026-03-31') },
    });
  });

  it('of a trial is the first order', () => {
    const { order, paid } = plan(trialing, due, at('2026-02-28'));
    expect(order).toMatchObject({ billingReason: 'subscription_create', amount: 1000 });
    expect(paid.status).toBe('active');
    expect(plan(paid, due, paid.period.end).order?.billingReason).toBe('subscription_cycle');
  });

  it('that was missed for months is charged once, for the period that contains now', () => {
    const late = at('2026-06-15');
    const { order, paid } = plan(
      active,
      { type: 'run_due', catchUp: true, dunningEnd: 'canceled' },
      late,
    );
    expect(order?.amount).toBe(1000);
    expect(paid.period).toEqual({ start: at('2026-05-31'), end: at('2026-06-30') });
    const inTurn = plan(active, due, late);
    expect(inTurn.paid.period).toEqual({ start: at('2026-02-28'), end: at('2026-03-31') });
  });

  it('takes the pending price, with a new anchor where the interval is another', () => {
    const { order, paid } = plan({ ...active, pendingPrice: yearly }, due, at('2026-02-28'));
    expect(order?.amount).toBe(30_000);
    expect(paid).toMatchObject({ price: yearly, pendingPrice: null, anchorDay: 28 });
    expect(paid.period.end).toEqual(at('2027-02-28'));
  });

  it('applies a discount once', () => {
    const first = plan({ ...active, discount: half }, due, at('2026-02-28'));
    expect(first.order?.amount).toBe(500);
    expect(plan(first.paid, due, first.paid.period.end).order?.amount).toBe(1000);
  });

  it('of 0 uses a discount up too', () => {
    const whole = { ...half, basisPoints: 10_000 };
    const first = plan({ ...active, discount: whole }, due, at('2026-02-28'));
    expect(first.order?.amount).toBe(0);
    expect(plan(first.paid, due, first.paid.period.end).order?.amount).toBe(1000);
  });

  it('of a free price makes an order of 0', () => {
    expect(plan({ ...active, price: gratis }, due, at('2026-02-28')).order?.amount).toBe(0);
  });

  it('of a price below the smallest charge carries it until it can be charged', () => {
    const cheap = {
      ...active,
      discount: { ...half, duration: 'forever' as const, basisPoints: 9700 },
    };
    const first = plan(cheap, due, at('2026-02-28'));
    expect([first.order?.amount, first.paid.carried]).toEqual([0, 30]);
    const second = plan(first.paid, due, first.paid.period.end);
    expect([second.order?.amount, second.paid.carried]).toEqual([60, 0]);
  });
});

describe('dunning', () => {
  const failed = declineDue(active, at('2026-02-28'));

  it('retries 1, 3, 5 and 7 days after the first failure, then ends', () => {
    let subscription = failed;
    const retries: number[] = [];
    while (subscription.nextRetryAt) {
      expect(subscription.status).toBe('past_due');
      expect(subscription.period).toEqual(active.period);
      retries.push((subscription.nextRetryAt.getTime() - at('2026-02-28').getTime()) / days(1));
      subscription = declineDue(subscription, subscription.nextRetryAt);
    }
    expect(retries).toEqual([1, 3, 5, 7]);
    expect(subscription).toMatchObject({ status: 'canceled', endedAt: at('2026-03-07') });
  });

  it('recovers: the period moves on from its old end', () => {
    const { paid } = plan(failed, due, later(at('2026-02-28'), 3));
    expect(paid).toMatchObject({
      status: 'active',
      period: { start: at('2026-02-28'), end: at('2026-03-31') },
      firstFailedAt: null,
      nextRetryAt: null,
    });
  });

  it('ends unpaid where the organization wants that, and a retry starts a new period', () => {
    const unpaid = declineDue(failed, later(at('2026-02-28'), 7), 'unpaid');
    expect(unpaid).toMatchObject({ status: 'unpaid', canceledAt: null });
    const { paid, onDecline } = plan(unpaid, { type: 'retry', catchUp: false }, at('2026-05-05'));
    expect(paid).toMatchObject({ status: 'active', endedAt: null, anchorDay: 5 });
    expect(paid.period).toEqual({ start: at('2026-05-05'), end: at('2026-06-05') });
    expect(onDecline).toBeNull();
  });

  it('counts the retries from the answer, not from the charge', () => {
    const { onDecline } = plan(active, due, at('2026-02-28'));
    const context = { at: at('2026-03-05'), dunningEnd: 'canceled' as const, stops: false };
    expect(afterDecline(active, onDecline, context)).toMatchObject({
      status: 'past_due',
      firstFailedAt: at('2026-03-05'),
      nextRetryAt: at('2026-03-06'),
    });
  });

  it('is not advanced by a try by hand', () => {
    expect(plan(failed, { type: 'retry', catchUp: false }, at('2026-03-01')).onDecline).toBeNull();
  });

  it('stops after a hard decline, ends on its day, and goes on with another method', () => {
    const first = at('2026-02-28');
    const context = { at: first, dunningEnd: 'canceled', stops: true } as const;
    const stopped = afterDecline(active, 'retry_later', context);
    expect(stopped).toMatchObject({ status: 'past_due', retriesStopped: true });
    expect(nextActionAt(stopped)).toEqual(later(first, 7));
    const ends = { ...due, dunningEnd: 'unpaid' } as Command;
    const over = plan(stopped, ends, later(first, 7));
    expect([over.order, over.paid.status, over.paid.retriesStopped]).toEqual([
      null,
      'unpaid',
      false,
    ]);
    const { paid: again } = plan(stopped, { type: 'resume_retries' }, later(first, 2));
    expect(again).toMatchObject({ retriesStopped: false, nextRetryAt: later(first, 3) });
    expect(plan(again, due, later(first, 3)).order?.amount).toBe(1000);
    const last = plan(stopped, { type: 'resume_retries' }, later(first, 6));
    expect(last.paid.nextRetryAt).toEqual(later(first, 7));
    // A try by hand that is declined for good stops the others too, and changes no other state.
    const byHand = { ...context, at: later(first, 2) };
    expect(afterDecline(again, null, byHand)).toEqual(stopped);
    expect(afterDecline(active, null, byHand)).toBe(active);
  });

  it('ends a past due subscription at once when it is canceled', () => {
    const { paid } = plan(failed, { type: 'cancel_at_period_end' }, at('2026-03-01'));
    expect(paid).toMatchObject({
      status: 'canceled',
      endedAt: at('2026-03-01'),
      nextRetryAt: null,
    });
  });
});

describe('cancellation', () => {
  it('at the period end, or not after all', () => {
    const { paid } = plan(active, { type: 'cancel_at_period_end' }, at('2026-02-10'));
    expect(paid).toMatchObject({ cancelAtPeriodEnd: true, canceledAt: at('2026-02-10') });
    const over = plan(paid, due, at('2026-02-28'));
    expect(over.order).toBeNull();
    expect(over.paid).toMatchObject({ status: 'canceled', endedAt: at('2026-02-28') });
    const kept = plan(paid, { type: 'keep' }, at('2026-02-11')).paid;
    expect(kept).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null });
  });

  it('charges the lines that wait, and ends whether they are paid or not', () => {
    const changed = plan(
      active,
      { type: 'change_price', price: pro, behavior: 'prorate' },
      at('2026-02-14'),
    ).paid;
    const canceled = plan(changed, { type: 'cancel_at_period_end' }, at('2026-02-15')).paid;
    const over = plan(canceled, due, at('2026-02-28'));
    expect(over.order).toMatchObject({ billingReason: 'subscription_update', amount: 1000 });
    expect(over.paid.status).toBe('canceled');
    expect(declineDue(canceled, at('2026-02-28')).status).toBe('canceled');
  });

  it('lets credit lapse', () => {
    const withCredit = { ...active, funds: { ...active.funds, credit: fundOf('o1', 700) } };
    const over = plan(withCredit, { type: 'end_now' }, at('2026-02-10')).paid;
    expect(over.funds).toEqual(NO_FUNDS);
  });
});

describe('pause', () => {
  it('stops renewals and moves the end by its length, whose day is the new anchor', () => {
    const paused = plan(active, { type: 'pause' }, at('2026-02-10')).paid;
    expect([paused.status, nextActionAt(paused)]).toEqual(['active', null]);
    const resumed = plan(paused, { type: 'resume' }, at('2026-02-20')).paid;
    expect(resumed).toMatchObject({ pausedAt: null, anchorDay: 10 });
    expect(nextActionAt(resumed)).toEqual(at('2026-03-10'));
  });

  it('for the deletion of the organization is one that only its end takes back', () => {
    const held = plan(active, { type: 'hold' }, at('2026-02-10')).paid;
    expect(held).toMatchObject({ pausedAt: at('2026-02-10'), isHeld: true });
    expect(nextActionAt(held)).toBeNull();
    expect(plan(held, { type: 'hold' }, at('2026-02-12')).paid).toBe(held);
    const released = plan(held, { type: 'release' }, at('2026-02-20')).paid;
    expect(released).toEqual({
      ...plan(
        plan(active, { type: 'pause' }, at('2026-02-10')).paid,
        { type: 'resume' },
        at('2026-02-20'),
      ).paid,
    });
    const paused = plan(active, { type: 'pause' }, at('2026-02-10')).paid;
    for (const type of ['hold', 'release'] as const) {
      expect(plan(paused, { type }, at('2026-02-20')).paid).toBe(paused);
    }
    expect(plan(held, { type: 'end_now' }, at('2026-02-20')).paid).toMatchObject({
      status: 'canceled',
      pausedAt: null,
      isHeld: false,
    });
  });

  it('for it stops the retries of a past due one, and moves them by its length', () => {
    const late = declineDue(active, at('2026-02-28'));
    const held = plan(late, { type: 'hold' }, at('2026-02-28')).paid;
    expect(nextActionAt(held)).toBeNull();
    const released = plan(held, { type: 'release' }, at('2026-03-10')).paid;
    const days = (from: Date | null, to: Date | null) => (Number(to) - Number(from)) / 86_400_000;
    expect(days(late.nextRetryAt, released.nextRetryAt)).toBe(10);
    expect(days(late.firstFailedAt, released.firstFailedAt)).toBe(10);
    expect(nextActionAt(released)).toEqual(released.nextRetryAt);
  });
});

describe('price change', () => {
  const change = (
    subscription: Subscribed,
    price: BilledPrice,
    behavior: 'invoice' | 'prorate' | 'next_period',
  ) => plan(subscription, { type: 'change_price', price, behavior }, at('2026-02-14'));

  it('invoice: charges the difference of the rest of the period now', () => {
    const { order, paid, onDecline } = change(active, pro, 'invoice');
    expect(order?.lines.map(({ amount }) => amount)).toEqual([-500, 1500]);
    expect(order).toMatchObject({ billingReason: 'subscription_update', amount: 1000 });
    expect(paid).toMatchObject({ price: pro, period: active.period, periodAmount: 3000 });
    expect(onDecline).toBeNull();
  });

  it('invoice to a lower price: the rest becomes credit, which the next charges use up', () => {
    const paidFor = { periodAmount: 3000, funds: { ...NO_FUNDS, period: fundOf('o1', 3000) } };
    const { order, paid } = change({ ...active, price: pro, ...paidFor }, basic, 'invoice');
    expect(order?.lines.map(({ amount }) => amount)).toEqual([-1500, 500, 1000]);
    expect([order?.amount, paid.funds]).toEqual([
      0,
      { period: fundOf('o1', 500), waiting: [], credit: fundOf('o1', 1000) },
    ]);
    const renewal = plan(paid, due, paid.period.end);
    expect([renewal.order?.amount, renewal.paid.funds]).toEqual([
      0,
      { period: fundOf('o1', 1000), waiting: [], credit: [] },
    ]);
  });

  it('invoice: amounts are after the discount, as charged', () => {
    const discounted = {
      ...active,
      periodAmount: 500,
      discount: { ...half, firstUsedAt: at('2026-01-31') },
    };
    const { order } = change(discounted, pro, 'invoice');
    expect(order?.lines.map(({ amount }) => amount)).toEqual([-250, 1500]);
  });

  it('prorate: the lines wait for the renewal', () => {
    const { order, paid } = change(active, pro, 'prorate');
    expect([order, paid.price]).toEqual([null, pro]);
    expect(plan(paid, due, paid.period.end).order?.amount).toBe(3000 + 1000);
  });

  it('next_period: the price waits for the renewal', () => {
    const { order, paid } = change(active, pro, 'next_period');
    expect([order, paid.price, paid.pendingPrice]).toEqual([null, basic, pro]);
  });

  it.each(['invoice', 'prorate'] as const)(
    '%s to another interval: a new period starts now',
    (behavior) => {
      const { order, paid } = change(active, yearly, behavior);
      expect(order?.lines.map(({ amount }) => amount)).toEqual([-500, 30_000]);
      expect(paid.period).toEqual({ start: at('2026-02-14'), end: at('2027-02-14') });
    },
  );

  it('from a free price: the whole new price, in a new period', () => {
    const { order, paid } = change({ ...active, price: gratis, periodAmount: 0 }, pro, 'invoice');
    expect(order?.amount).toBe(3000);
    expect(paid.period.start).toEqual(at('2026-02-14'));
  });

  it('in a trial: no charge, and the trial ends when it would have', () => {
    const { order, paid } = change(trialing, pro, 'invoice');
    expect([order, paid.price, paid.period]).toEqual([null, pro, trialing.period]);
  });
});

describe('any history', () => {
  const commands = fc.oneof(
    fc.constant<Command>(due),
    fc.constant<Command>({ type: 'cancel_at_period_end' }),
    fc.constant<Command>({ type: 'keep' }),
    fc.constant<Command>({ type: 'resume_retries' }),
    fc.constant<Command>({ type: 'pause' }),
    fc.constant<Command>({ type: 'resume' }),
    fc.constantFrom<Command>({ type: 'hold' }, { type: 'release' }),
    fc.constantFrom<Command>(
      ...[basic, pro, yearly, gratis].flatMap((price) =>
        (['invoice', 'prorate', 'next_period'] as const).map(
          (behavior): Command => ({ type: 'change_price', price, behavior }),
        ),
      ),
    ),
    fc.constantFrom<Command>(
      { type: 'set_discount', discount: half },
      { type: 'set_discount', discount: null },
    ),
  );
  const steps = fc.array(
    fc.record({
      command: commands,
      wait: fc.integer({ min: 0, max: 40 }),
      isPaid: fc.boolean(),
      stops: fc.boolean(),
      /** After the command: which order, of the latest ones, and how much of it in hundredths. */
      refund: fc.option(fc.record({ nth: fc.nat(3), part: fc.integer({ min: 1, max: 100 }) }), {
        freq: 3,
      }),
    }),
    { maxLength: 30 },
  );

  /** What was paid for each order, and what of it was not refunded. */
  type Orders = Map<string, { paid: number; kept: number }>;

  const allOf = ({ period, waiting, credit }: Funds) => [...period, ...waiting, ...credit];

  /** The refund of a part of an order; nothing where all of it is refunded. */
  function refund(subscription: Subscribed, orders: Orders, nth: number, part: number): Subscribed {
    const [orderId, order] = [...orders].at(-1 - (nth % Math.max(1, orders.size))) ?? [];
    if (!orderId || !order || order.kept === 0) return subscription;
    const { kept: before } = order;
    order.kept = before - Math.ceil((before * part) / 100);
    return afterRefund(subscription, { orderId, before, kept: order.kept });
  }

  it('gives time back once: refunds of an order and what is held of it are at most what was paid', () => {
    fc.assert(
      fc.property(fc.constantFrom(active, trialing), steps, (start, history) => {
        let subscription = start;
        let time = start.period.start;
        const orders: Orders = new Map();
        if (start === active) orders.set('o1', { paid: 1000, kept: 1000 });
        for (const { command, wait, isPaid, refund: wanted } of history) {
          const dueAt = nextActionAt(subscription);
          if (!['active', 'trialing'].includes(subscription.status)) break;
          time = later(time, wait);
          const isDue = dueAt !== null && time >= dueAt;
          if (isDue) time = dueAt;
          const isRefused = command.type === 'change_price' && subscription.pausedAt !== null;
          if (command.type === 'run_due' ? !isDue : isRefused) continue;
          const { order, movement, paid } = plan(subscription, isDue ? due : command, time);
          if (order?.amount && !isPaid) continue;
          if (order && movement) {
            const { released, creditUsed, paid: charged, owed, cost, creditBooked } = movement;
            const held = totalOf(paid.funds.period);
            // Never more than it costs; less only of what was refunded.
            expect(held).toBeLessThanOrEqual(cost);
            if ([...orders.values()].every((one) => one.kept === one.paid)) expect(held).toBe(cost);
            expect(charged).toBe(order.amount);
            expect(Math.min(released, creditUsed, owed, cost, creditBooked)).toBeGreaterThanOrEqual(
              0,
            );
          }
          const id = `o${orders.size + 2}`;
          if (order) orders.set(id, { paid: order.amount, kept: order.amount });
          subscription = { ...paid, funds: inOrder(paid.funds, id) };
          if (wanted) subscription = refund(subscription, orders, wanted.nth, wanted.part);
          const { funds } = subscription;
          expect(amountOf(allOf(funds), PLANNED_ORDER)).toBe(0);
          for (const [orderId, { kept }] of orders) {
            expect(amountOf(allOf(funds), orderId)).toBeLessThanOrEqual(kept);
          }
          for (const { amount } of allOf(funds)) expect(amount).toBeGreaterThan(0);
          expect(subscription.periodAmount).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('gives back the unused part exactly, a pause left out, while nothing is refunded', () => {
    fc.assert(
      fc.property(
        fc.nat(27),
        fc.nat(400),
        fc.nat(27),
        fc.integer({ min: 1, max: 99_999 }),
        (used, paused, more, amount) => {
          const seconds = (active.period.end.getTime() - active.period.start.getTime()) / 1000;
          const held = {
            periodAmount: amount,
            funds: { ...NO_FUNDS, period: fundOf('o1', amount) },
          };
          const from = later(active.period.start, used);
          const pause = plan({ ...active, ...held }, { type: 'pause' }, from).paid;
          const resumed = plan(pause, { type: 'resume' }, later(from, paused)).paid;
          const left = Math.max(0, seconds - (days(used) + days(more)) / 1000);
          const change: Command = { type: 'change_price', price: yearly, behavior: 'invoice' };
          const { order } = plan(resumed, change, later(from, paused + more));
          expect((order?.lines[0]?.amount ?? Number.NaN) + 0).toBe(
            -Math.floor((2 * amount * left + seconds) / (2 * seconds)) + 0,
          );
        },
      ),
    );
  });

  it('follows the table of transitions, and every order is the sum of its lines', () => {
    fc.assert(
      fc.property(fc.constantFrom(active, trialing), steps, (start, history) => {
        let subscription = start;
        let time = start.period.start;
        for (const { command, wait, isPaid, stops } of history) {
          const dueAt = nextActionAt(subscription);
          if (command.type === 'run_due') {
            if (!dueAt) continue;
            time = new Date(Math.max(time.getTime(), dueAt.getTime()));
          } else {
            const next = later(time, wait);
            time = dueAt && next > dueAt ? time : next;
            if (Object.keys(TRANSITIONS[subscription.status]).length === 0) break;
            if (command.type !== 'keep' && subscription.status === 'unpaid') continue;
            if (
              command.type === 'change_price' &&
              !(subscription.status === 'active' || subscription.status === 'trialing')
            )
              continue;
          }
          const { order, paid, onDecline } = plan(subscription, command, time);
          const isDeclined = order !== null && order.amount > 0 && !isPaid;
          const next = isDeclined
            ? afterDecline(subscription, onDecline, { at: time, dunningEnd: 'canceled', stops })
            : paid;
          if (order) {
            expect(sumOf(order.lines)).toBe(order.amount);
            expect(order.amount === 0 || order.amount >= 50).toBe(true);
          }
          if (next.status !== subscription.status) {
            expect(Object.values(TRANSITIONS[subscription.status])).toContain(next.status);
          }
          expect(totalOf(next.funds.credit)).toBeGreaterThanOrEqual(0);
          if (next.endedAt) expect(nextActionAt(next)).toBeNull();
          else expect(next.period.end.getTime()).toBeGreaterThan(next.period.start.getTime());
          subscription = next;
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('docs/life-cycle.md', () => {
  it('draws the table of transitions', () => {
    const drawn = Object.entries(TRANSITIONS).flatMap(([from, transitions]) =>
      Object.entries(transitions).map(([name, to]) => `  ${from} --> ${to}: ${name}`),
    );
    const diagram = ['```mermaid', 'stateDiagram-v2', ...drawn, '```'].join('\n');
    expect(readFileSync('docs/life-cycle.md', 'utf8')).toContain(diagram);
  });
});
