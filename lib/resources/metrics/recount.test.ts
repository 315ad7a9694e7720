import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import type {
  BalanceTransaction,
  BillingReason,
  Checkout,
  Discount,
  Order,
  Refund,
  SubscriptionHistory,
} from '@/lib/database/generated/client';
import { discountAmount } from '@/lib/resources/discounts/rules';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { foldMetrics } from '@/lib/resources/metrics/jobs';
import {
  INTERVALS,
  type Interval,
  type MetricPeriod,
  type MetricTotals,
} from '@/lib/resources/metrics/schema';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrder,
  makeProduct,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';
import { part, runs } from '@/testing/soak';

// The figures against a plain recount of the rows, by other means than the database's.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Asked {
  start: string;
  end: string;
  interval: Interval;
  zone: string;
  product_id?: string[];
  product_price_type?: ('one_time' | 'recurring')[];
  customer_id?: string[];
}

interface Rows {
  orders: (Order & { refunds: Refund[]; balance: BalanceTransaction[] })[];
  /** In the order of writing. */
  history: (SubscriptionHistory & { customerId: string })[];
  checkouts: Checkout[];
  discounts: Map<string, Discount>;
  recurring: Set<string>;
}

async function rowsOf({ organizationId }: Seller): Promise<Rows> {
  const where = { organizationId };
  const history = await db(null).subscriptionHistory.findMany({
    where,
    orderBy: { sequence: 'asc' },
    include: { subscription: true },
  });
  const products = await db(null).product.findMany({ where: { ...where, isRecurring: true } });
  const discounts = await db(null).discount.findMany({ where });
  return {
    orders: await db(null).order.findMany({ where, include: { refunds: true, balance: true } }),
    history: history.map(({ subscription, ...row }) => ({
      ...row,
      customerId: subscription.customerId,
    })),
    checkouts: await db(null).checkout.findMany({ where }),
    discounts: new Map(discounts.map((one) => [one.id, one])),
    recurring: new Set(products.map(({ id }) => id)),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** The local date of a moment, `YYYY-MM-DD`. */
function dateIn(zone: string, at: Date): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(at);
}

const starts = new Map<string, Date>();
/** The first moment of a local date, found by trying every quarter of an hour. */
function startOf(zone: string, date: string): Date {
  const known = starts.get(zone + date);
  if (known) return known;
  let at = Date.parse(date) - 20 * HOUR;
  while (dateIn(zone, new Date(at)) < date) at += HOUR / 4;
  starts.set(zone + date, new Date(at));
  return new Date(at);
}

const shift = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** The first date of the interval that a date is in. */
function intervalOf(date: string, interval: Interval): string {
  if (interval === 'year') return `${date.slice(0, 4)}-01-01`;
  if (interval === 'month') return `${date.slice(0, 7)}-01`;
  if (interval === 'week') return shift(date, -((new Date(date).getUTCDay() + 6) % 7));
  return date;
}

/** Where the intervals start, and from when to when they count. */
function spansOf({ start, end, interval, zone }: Asked) {
  const spans: { timestamp: Date; from: Date; to: Date }[] = [];
  for (let date = start; date <= end; date = shift(date, 1)) {
    const [from, to] = [startOf(zone, date), startOf(zone, shift(date, 1))];
    if (interval === 'hour') {
      for (let at = from.getTime(); at < to.getTime(); at += HOUR) {
        spans.push({ timestamp: new Date(at), from: new Date(at), to: new Date(at + HOUR) });
      }
      continue;
    }
    const timestamp = startOf(zone, intervalOf(date, interval));
    const last = spans.at(-1);
    if (last?.timestamp.getTime() === timestamp.getTime()) last.to = to;
    else spans.push({ timestamp, from, to });
  }
  return spans;
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

function recount(rows: Rows, asked: Asked, spans = spansOf(asked)): MetricPeriod[] {
  const { product_id, product_price_type, customer_id } = asked;
  const matches = ({ productId, customerId }: { productId: string; customerId: string | null }) =>
    (!product_id || product_id.includes(productId)) &&
    (!customer_id || (customerId !== null && customer_id.includes(customerId))) &&
    (!product_price_type ||
      product_price_type.includes(rows.recurring.has(productId) ? 'recurring' : 'one_time'));
  const lives = new Map<string, Rows['history']>();
  for (const row of rows.history) {
    lives.set(row.subscriptionId, [...(lives.get(row.subscriptionId) ?? []), row]);
  }
  return spans.map(({ timestamp, from, to }) => {
    const orders = rows.orders.filter(
      (order) => matches(order) && order.createdAt >= from && order.createdAt < to,
    );
    const by = (reason: BillingReason) =>
      orders.filter(({ billingReason }) => billingReason === reason);
    const amountOf = (some: Order[]) => sum(some.map(({ amount }) => amount));
    const now: Rows['history'] = [];
    let starts = 0;
    let ends = 0;
    for (const changes of lives.values()) {
      const state = changes.filter(({ changedAt }) => changedAt < to).at(-1);
      if (state && matches(state)) now.push(state);
      const started = changes.find(({ status }) => isRunning(status));
      if (started && started.changedAt >= from && started.changedAt < to && matches(started)) {
        starts += 1;
      }
      const endings = changes.filter(
        (change, index) =>
          ['canceled', 'unpaid'].includes(change.status) &&
          isRunning(changes[index - 1]?.status ?? ''),
      );
      const inSpan = endings.filter(({ changedAt }) => changedAt >= from && changedAt < to);
      ends += inSpan.filter(matches).length;
    }
    const gross = amountOf(orders);
    const refunds = rows.orders
      .filter(matches)
      .flatMap((order) => order.refunds)
      .filter(({ settledAt }) => settledAt && settledAt >= from && settledAt < to)
      .filter(({ status }) => status === 'succeeded');
    const refunded = sum(refunds.map(({ amount }) => amount));
    const booked = rows.orders
      .filter(matches)
      .flatMap(({ balance }) => balance)
      .filter(({ at, currency }) => at >= from && at < to && currency === 'usd');
    const running = now.filter(({ status }) => isRunning(status));
    const checkouts = rows.checkouts.filter(
      (checkout) => matches(checkout) && checkout.createdAt >= from && checkout.createdAt < to,
    );
    return {
      timestamp: timestamp.toISOString(),
      orders: orders.length,
      revenue: gross - refunded,
      refunds: refunded,
      average_order_value: orders.length === 0 ? 0 : Math.floor(gross / orders.length + 0.5),
      one_time_products: by('purchase').length,
      one_time_products_revenue: amountOf(by('purchase')),
      new_subscriptions: starts,
      new_subscriptions_revenue: amountOf(by('subscription_create')),
      renewed_subscriptions: by('subscription_cycle').length,
      renewed_subscriptions_revenue: amountOf(by('subscription_cycle')),
      ended_subscriptions: ends,
      active_subscriptions: running.length,
      paused_subscriptions: running.filter(({ isPaused }) => isPaused).length,
      monthly_recurring_revenue: sum(now.map((state) => monthly(state, rows.discounts))),
      checkouts: checkouts.length,
      succeeded_checkouts: checkouts.filter(({ status }) => status === 'succeeded').length,
      fees: sum(booked.map(({ fee }) => fee)),
      net_revenue: sum(booked.map(({ net }) => net)),
    };
  });
}

const isRunning = (status: string) => ['trialing', 'active', 'past_due'].includes(status);

function monthly(
  { status, isPaused, amount, recurringInterval, discountId }: SubscriptionHistory,
  discounts: Rows['discounts'],
): number {
  if (!['active', 'past_due'].includes(status) || isPaused || amount === null) return 0;
  const discount = discounts.get(discountId ?? '');
  const net =
    discount?.duration === 'forever' ? amount - discountAmount(discount, amount, 'usd') : amount;
  return recurringInterval === 'year' ? Math.floor(net / 12 + 0.5) : net;
}

async function figures(seller: Seller, { start, end, zone: _, ...asked }: Asked) {
  const query = { start_date: start, end_date: end, organization_id: [seller.organizationId] };
  return callApi(getMetrics, { query: { ...query, ...asked } }, { as: seller });
}

/** All dates that are asked for as one interval. */
function recountTotals(rows: Rows, asked: Asked): MetricTotals {
  const spans = spansOf(asked);
  const whole = { ...spans[0], to: spans.at(-1)?.to } as (typeof spans)[number];
  const [{ timestamp: _, ...totals }] = recount(rows, asked, [whole]) as [MetricPeriod];
  return totals;
}

async function expectRecount(seller: Seller, asked: Asked, rows?: Rows) {
  const { periods, totals } = await figures(seller, asked);
  const counted = rows ?? (await rowsOf(seller));
  expect(periods).toEqual(recount(counted, asked));
  expect(totals).toEqual(recountTotals(counted, asked));
}

/** Around the clock changes of 2025 in New York, and what lies between. */
const moment = fc
  .oneof(
    fc.date({ min: new Date('2025-03-07T00:00Z'), max: new Date('2025-03-12T00:00Z') }),
    fc.date({ min: new Date('2025-10-31T00:00Z'), max: new Date('2025-11-05T00:00Z') }),
    fc.date({ min: new Date('2024-12-25T00:00Z'), max: new Date('2025-12-31T00:00Z') }),
    // Just before and after midnights.
    fc
      .record({ day: fc.integer({ min: 0, max: 300 }), off: fc.constantFrom(0, -1, 1) })
      .chain(({ day, off }) =>
        fc
          .constantFrom(0, 4, 5, 18.5)
          .map((hour) => new Date(Date.UTC(2025, 0, 1 + day) + hour * HOUR + off)),
      ),
  )
  .filter((date) => !Number.isNaN(date.getTime()));
const pick = fc.nat({ max: 2 });

const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Asia/Kathmandu', 'Atlantic/Azores'];

const NEXT: Record<string, readonly string[]> = {
  incomplete: ['active', 'trialing', 'incomplete_expired', 'canceled'],
  trialing: ['active', 'past_due', 'canceled'],
  active: ['past_due', 'canceled', 'trialing'],
  past_due: ['active', 'canceled', 'unpaid'],
  unpaid: ['active', 'canceled'],
};

const change = fc.record({
  after: fc.nat({ max: 60 * DAY }),
  status: fc.nat({ max: 9 }),
  amount: fc.option(fc.integer({ min: 50, max: 99_999 })),
  interval: fc.constantFrom('month', 'year'),
  discount: pick,
  paused: fc.boolean(),
  product: pick,
});
const life = fc.record({
  startedAt: moment,
  product: pick,
  customer: pick,
  status: fc.constantFrom('active', 'trialing', 'incomplete', 'canceled'),
  changes: fc.array(change, { maxLength: 5 }),
});
const sale = fc.record({
  createdAt: moment,
  product: pick,
  customer: pick,
  amount: fc.integer({ min: 0, max: 99_999_999 }),
  billingReason: fc.constantFrom(
    'purchase',
    'subscription_create',
    'subscription_cycle',
    'subscription_update',
  ),
});
/** Of one of the orders before. */
const refund = fc.record({
  order: fc.nat(),
  settledAt: moment,
  amount: fc.integer({ min: 1, max: 5000 }),
  status: fc.constantFrom('pending', 'succeeded', 'failed'),
});
/** What one of the orders before came to on a balance. */
const booking = fc.record({
  order: fc.nat(),
  at: moment,
  amount: fc.integer({ min: -5000, max: 99_999 }),
  fee: fc.integer({ min: 0, max: 500 }),
  currency: fc.constantFrom('usd', 'eur'),
});
const CHECKOUT_STATUSES = ['open', 'confirmed', 'succeeded', 'failed', 'expired'] as const;
const opening = fc.record({
  createdAt: moment,
  product: pick,
  customer: fc.option(pick),
  status: fc.constantFrom(...CHECKOUT_STATUSES),
});
/** What becomes of one of the checkouts before: null is its deletion. */
const turn = fc.record({
  checkout: fc.nat(),
  into: fc.option(opening, { freq: 9 }),
});
const step = fc.oneof(
  { weight: 2, arbitrary: refund.map((of) => ({ kind: 'refund' as const, of })) },
  { weight: 2, arbitrary: booking.map((of) => ({ kind: 'booking' as const, of })) },
  { weight: 8, arbitrary: sale.map((of) => ({ kind: 'sale' as const, of })) },
  { weight: 5, arbitrary: life.map((of) => ({ kind: 'life' as const, of })) },
  { weight: 4, arbitrary: opening.map((of) => ({ kind: 'checkout' as const, of })) },
  { weight: 2, arbitrary: turn.map((of) => ({ kind: 'turn' as const, of })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'fold' as const }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...ZONES).map((zone) => ({ kind: 'zone' as const, zone })),
  },
);

type Refunded = typeof refund extends fc.Arbitrary<infer T> ? T : never;
type Booking = typeof booking extends fc.Arbitrary<infer T> ? T : never;
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;
type Opening = typeof opening extends fc.Arbitrary<infer T> ? T : never;
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

async function makeShop() {
  const seller = await makeSeller();
  const { organizationId } = seller;
  const oneTime = { type: 'one_time', recurringInterval: null } as const;
  const discount = (more: object) =>
    db(null).discount.create({
      data: {
        id: newId(),
        organizationId,
        name: 'Off',
        duration: 'forever',
        type: 'percentage',
        basisPoints: 3333,
        ...more,
      },
    });
  return {
    seller,
    products: [
      await makeProduct(organizationId),
      await makeProduct(organizationId),
      await makeProduct(organizationId, { price: oneTime }),
    ],
    customers: [
      await makeCustomer(organizationId),
      await makeCustomer(organizationId),
      await makeCustomer(organizationId),
    ],
    discounts: [
      await discount({}),
      await discount({ type: 'fixed', amount: 700, currency: 'usd', basisPoints: null }),
      await discount({ duration: 'once' }),
    ],
  };
}
type Shop = Awaited<ReturnType<typeof makeShop>>;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

async function live({ seller, ...shop }: Shop, { startedAt, changes, ...given }: Life) {
  const subscribed = shop.products.slice(0, 2);
  let { status } = given as { status: string };
  const hasEnded = status === 'canceled';
  const subscription = await makeSubscription(seller.organizationId, {
    product: at(subscribed, given.product),
    customer: at(shop.customers, given.customer),
    status: given.status,
    createdAt: startedAt,
    startedAt: status === 'incomplete' ? null : startedAt,
    endedAt: hasEnded ? new Date(startedAt.getTime() + 40 * DAY) : null,
  });
  let modifiedAt = startedAt;
  for (const { after, amount, interval, discount, paused, product, ...next } of changes) {
    // Times that go back, as of requests that began earlier, count as the latest before.
    modifiedAt = new Date(modifiedAt.getTime() + after - 5 * DAY);
    status = at([status, ...(NEXT[status] ?? [])], next.status);
    await db(null).subscription.update({
      where: { id: subscription.id },
      data: {
        modifiedAt,
        status: status as 'active',
        amount,
        recurringInterval: interval as 'month',
        discountId: at([null, ...shop.discounts.map(({ id }) => id)], discount + next.status),
        pausedAt: paused ? modifiedAt : null,
        productId: at(subscribed, product).id,
      },
    });
  }
}

async function giveBack(
  { organizationId }: Seller,
  { order, settledAt, amount, status }: Refunded,
) {
  const orders = await db(null).order.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
  });
  if (orders.length === 0) return;
  const { id: orderId, customerId } = at(orders, order);
  const row = { organizationId, orderId, customerId, amount, currency: 'usd' };
  const { id } = await db(null).refund.create({
    data: { id: newId(), ...row, reason: 'other', revokeBenefits: false },
  });
  if (status === 'pending') return;
  await db(null).refund.update({
    where: { id },
    data: { status: status as 'failed', settledAt },
  });
}

async function book({ organizationId }: Seller, { order, amount, fee, ...given }: Booking) {
  const orders = await db(null).order.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
  });
  if (orders.length === 0) return;
  const of = { organizationId, orderId: at(orders, order).id, reference: newId() };
  await db(null).balanceTransaction.create({
    data: { ...of, ...given, amount, fee, net: amount - fee },
  });
}

function checkoutColumns(shop: Shop, { product, customer, ...given }: Opening) {
  const { id: productId, prices } = at(shop.products, product);
  return {
    ...given,
    productId,
    priceId: at(prices, 0).id,
    customerId: customer === null ? null : at(shop.customers, customer).id,
  };
}

async function open(shop: Shop, given: Opening) {
  const { organizationId } = shop.seller;
  const [id, expiresAt] = [newId(), new Date(given.createdAt.getTime() + DAY)];
  await db(null).checkout.create({
    data: { id, organizationId, clientSecret: id, expiresAt, ...checkoutColumns(shop, given) },
  });
}

async function turnOne(shop: Shop, { checkout, into }: Turn) {
  const { organizationId } = shop.seller;
  const checkouts = await db(null).checkout.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
  });
  if (checkouts.length === 0) return;
  const where = { id: at(checkouts, checkout).id };
  if (into) await db(null).checkout.update({ where, data: checkoutColumns(shop, into) });
  else await db(null).checkout.delete({ where });
}

const RANGES: Record<Interval, readonly [start: string, end: string]> = {
  year: ['2024-02-10', '2026-03-01'],
  month: ['2025-02-10', '2026-01-05'],
  week: ['2025-02-26', '2025-11-12'],
  day: ['2025-01-03', '2025-12-31'],
  hour: ['2025-11-01', '2025-11-04'],
};

describe('the figures', () => {
  it('are those of a plain recount, in every zone and interval, with every filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 60 }),
        fc.constantFrom(...ZONES),
        async (steps, lastZone) => {
          const shop = await makeShop();
          const { seller, products, customers } = shop;
          const { organizationId } = seller;
          const setZone = (timezone: string) =>
            db(null).organization.update({ where: { id: organizationId }, data: { timezone } });
          for (const each of steps) {
            if (each.kind === 'sale') {
              const { product, customer, ...order } = each.of;
              await makeOrder(organizationId, {
                product: at(products, product),
                customer: at(customers, customer),
                ...order,
                billingReason: order.billingReason as BillingReason,
              });
            } else if (each.kind === 'life') await live(shop, each.of);
            else if (each.kind === 'refund') await giveBack(seller, each.of);
            else if (each.kind === 'booking') await book(seller, each.of);
            else if (each.kind === 'checkout') await open(shop, each.of);
            else if (each.kind === 'turn') await turnOne(shop, each.of);
            else if (each.kind === 'fold') await foldMetrics();
            else await setZone(each.zone);
          }
          await setZone(lastZone);
          const rows = await rowsOf(seller);
          const filters = [
            {},
            { product_id: [at(products, 0).id] },
            { product_price_type: ['one_time' as const] },
            { product_price_type: ['recurring' as const], product_id: [at(products, 1).id] },
            { customer_id: [at(customers, 1).id] },
          ];
          // As they are, and once they are summed up.
          for (const isFolded of [false, true]) {
            if (isFolded) await foldMetrics();
            for (const interval of INTERVALS) {
              const [start, end] = RANGES[interval];
              for (const filter of part(filters, interval, 2)) {
                const asked = { start, end, interval, zone: lastZone, ...filter };
                await expectRecount(seller, asked, rows);
              }
            }
          }
        },
      ),
      { numRuns: runs(8) },
    );
  });

  /** A copy of an order and a change of a subscription, in a transaction. */
  async function write(client: Pick<pg.Client, 'query'>, order: Order, subscriptionId: string) {
    await client.query(
      `INSERT INTO orders (id, organization_id, created_at, amount, tax_amount, currency, billing_reason, customer_id,
         product_id, price_id)
       SELECT $1, organization_id, created_at, amount, tax_amount, currency, billing_reason, customer_id, product_id,
         price_id FROM orders WHERE id = $2`,
      [newId(), order.id],
    );
    await client.query('UPDATE subscriptions SET amount = amount + 100 WHERE id = $1', [
      subscriptionId,
    ]);
  }

  async function sold() {
    const { seller, ...shop } = await makeShop();
    const sale = { product: at(shop.products, 0), customer: at(shop.customers, 0) };
    const createdAt = new Date('2025-05-05T12:00Z');
    const { organizationId } = seller;
    const order = await makeOrder(organizationId, { ...sale, createdAt });
    const make = () =>
      makeSubscription(organizationId, { ...sale, createdAt, startedAt: createdAt });
    const subscriptions = await Promise.all(Array.from({ length: 6 }, make));
    return { seller, order, ids: subscriptions.map(({ id }) => id), ...shop };
  }

  async function connections(count: number): Promise<pg.Client[]> {
    const connectionString = env().DATABASE_URL;
    const made = Array.from({ length: count }, () => new pg.Client({ connectionString }));
    for (const client of made) {
      client.on('error', () => {}); // one of them is killed
      await client.connect();
    }
    return made;
  }

  const MAY = { start: '2025-05-01', end: '2025-05-31', interval: 'day', zone: 'UTC' } as const;

  it('count nothing of a transaction that is open, aborted, or ended with its connection', {
    tags: 'soak',
  }, async () => {
    const { seller, order, ids } = await sold();
    const [aborted, killed, killer] = await connections(3);
    if (!aborted || !killed || !killer) throw new Error('A connection is missing');
    try {
      const before = await figures(seller, MAY);
      const { rows } = await killed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      for (const [index, client] of [aborted, killed].entries()) {
        await client.query('BEGIN');
        await write(client, order, at(ids, index));
      }
      // In the middle of their writes, for which nobody waits.
      expect(await figures(seller, MAY)).toEqual(before);
      await foldMetrics();
      expect(await figures(seller, MAY)).toEqual(before);
      await killer.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await expect(killed.query('SELECT 1')).rejects.toThrow();
      await write(aborted, order, at(ids, 2));
      await aborted.query('ROLLBACK');
      for (let round = 0; round < 2; round += 1) {
        expect(await figures(seller, MAY)).toEqual(before);
        await expectRecount(seller, MAY);
        await foldMetrics();
      }
    } finally {
      for (const client of [aborted, killer]) await client.end();
    }
  });

  it('are exact beside writers, folds and changes of the zone', { tags: 'soak' }, async () => {
    const { seller, order, ids } = await sold();
    const { organizationId } = seller;
    const writers = await connections(ids.length);
    try {
      const writing = ids.map(async (id, index) => {
        for (let round = 0; round < 10; round += 1) {
          const client = at(writers, index);
          await client.query('BEGIN');
          await write(client, order, id);
          await client.query((round + index) % 3 === 0 ? 'ROLLBACK' : 'COMMIT');
        }
      });
      const folding = [0, 1].map(async (offset) => {
        for (let round = 0; round < 8; round += 1) {
          await db(null).organization.update({
            where: { id: organizationId },
            data: { timezone: at(ZONES, round + offset) },
          });
          await foldMetrics();
          const [may] = (await figures(seller, { ...MAY, interval: 'month' })).periods;
          // Each write adds both at once.
          expect(may?.revenue).toBe(1000 * (may?.orders ?? 0));
          expect((may?.monthly_recurring_revenue ?? 0) - 100 * (may?.orders ?? 0)).toBe(5900);
        }
      });
      await Promise.all([...writing, ...folding]);
      const { timezone: zone } = await db(null).organization.findUniqueOrThrow({
        where: { id: organizationId },
      });
      for (let round = 0; round < 2; round += 1) {
        await expectRecount(seller, { ...MAY, zone });
        await foldMetrics();
      }
    } finally {
      for (const client of writers) await client.end();
    }
  });

  it('follow rows that are changed and deleted', async () => {
    const { seller, order, ids, products } = await sold();
    for (const isFolded of [false, true]) {
      if (isFolded) await foldMetrics();
      const [id = ''] = ids.splice(0, 1);
      await db(null).subscription.delete({ where: { id } });
      await expectRecount(seller, MAY);
      const data = { amount: isFolded ? 5 : 7, productId: at(products, isFolded ? 1 : 2).id };
      await db(null).order.update({ where: { id: order.id }, data });
      await expectRecount(seller, MAY);
      await foldMetrics();
      await expectRecount(seller, MAY);
    }
    await db(null).order.delete({ where: { id: order.id } });
    await expectRecount(seller, MAY);
  });
});
