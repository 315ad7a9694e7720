import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { createDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import { getMetrics, getMetricsLimits } from '@/lib/resources/metrics/contract';
import { foldMetrics } from '@/lib/resources/metrics/jobs';
import type { Figure, Interval } from '@/lib/resources/metrics/schema';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { cancelSubscription, updateSubscription } from '@/lib/resources/subscriptions/contract';
import { getTestClock } from '@/lib/resources/test-clocks/contract';
import { newId } from '@/lib/runtime/ids';
import { type Actor, callApi, places, refusal } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrder,
  makeOrganization,
  makeProduct as makeProductRow,
  makeSeller,
  makeSubscription,
  makeToken,
  type Seller,
} from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  free,
  makeCheckout,
  makeProduct,
  monthly,
  yearly,
} from '@/testing/shop';
import { advanceTo } from '@/testing/test-clocks';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

type Filters = Partial<NonNullable<ContractInput<typeof getMetrics>['query']>>;

async function figures(
  [start_date, end_date]: readonly [string, string],
  interval: Interval,
  filters: Filters = { organization_id: [seller.organizationId] },
  as: Actor = seller,
) {
  const query = { start_date, end_date, interval, ...filters };
  return (await callApi(getMetrics, { query }, { as })).periods;
}

const setZone = (timezone: string, id = seller.organizationId) =>
  callApi(updateOrganization, { params: { id }, body: { timezone } }, { as: seller });

/** A sale of something to own; minor units. */
async function sell(at: string, amount = 1000, organizationId = seller.organizationId) {
  const price = { type: 'one_time', recurringInterval: null } as const;
  const product = await makeProductRow(organizationId, { price });
  const customer = await makeCustomer(organizationId);
  const createdAt = new Date(at);
  await makeOrder(organizationId, { product, customer, amount, createdAt });
  return { product, customer };
}

/** A subscription that has been in a state since a moment. */
async function subscribed(at: string, given: Partial<Parameters<typeof makeSubscription>[1]> = {}) {
  const sale = {
    product: await makeProductRow(seller.organizationId),
    customer: await makeCustomer(seller.organizationId),
  };
  const times = { createdAt: new Date(at), startedAt: new Date(at) };
  return makeSubscription(seller.organizationId, { ...sale, ...times, ...given });
}

const MARCH = ['2025-03-01', '2025-03-31'] as const;
const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('There is none');
  return one;
};

/** The figures of an interval without anything. */
const NOTHING = {
  orders: 0,
  revenue: 0,
  refunds: 0,
  average_order_value: 0,
  one_time_products: 0,
  one_time_products_revenue: 0,
  new_subscriptions: 0,
  new_subscriptions_revenue: 0,
  renewed_subscriptions: 0,
  renewed_subscriptions_revenue: 0,
  ended_subscriptions: 0,
  active_subscriptions: 0,
  paused_subscriptions: 0,
  monthly_recurring_revenue: 0,
  checkouts: 0,
  succeeded_checkouts: 0,
  fees: 0,
  net_revenue: 0,
};

it('names every figure and its type', async () => {
  const query = { start_date: '2025-03-01', end_date: '2025-03-01', interval: 'day' } as const;
  const { metrics, periods } = await callApi(getMetrics, { query }, { as: seller });
  expect(Object.keys(metrics)).toEqual(Object.keys(NOTHING));
  expect(metrics.monthly_recurring_revenue).toEqual({
    slug: 'monthly_recurring_revenue',
    display_name: 'Monthly recurring revenue',
    type: 'currency',
  });
  const currencies = Object.values(metrics).filter(({ type }) => type === 'currency');
  expect(currencies.map(({ slug }) => slug)).toEqual([
    'revenue',
    'refunds',
    'average_order_value',
    'one_time_products_revenue',
    'new_subscriptions_revenue',
    'renewed_subscriptions_revenue',
    'monthly_recurring_revenue',
    'fees',
    'net_revenue',
  ]);
  expect(periods).toEqual([{ timestamp: '2025-03-01T00:00:00.000Z', ...NOTHING }]);
});

describe('intervals', () => {
  it('are in the zone of the one organization that is asked for, or of its token', async () => {
    await setZone('Asia/Kolkata');
    await sell('2025-03-09T18:29:59.999Z');
    await sell('2025-03-09T18:30:00Z');
    const days = [
      { timestamp: '2025-03-08T18:30:00.000Z', ...NOTHING, ...sold(1) },
      { timestamp: '2025-03-09T18:30:00.000Z', ...NOTHING, ...sold(1) },
    ];
    const range = ['2025-03-09', '2025-03-10'] as const;
    expect(await figures(range, 'day')).toEqual(days);
    const token = await makeToken({ organizationId: seller.organizationId });
    expect(await figures(range, 'day', {}, { token })).toEqual(days);
  });

  const sold = (orders: number, amount = 1000) => ({
    orders,
    revenue: orders * amount,
    average_order_value: amount,
    one_time_products: orders,
    one_time_products_revenue: orders * amount,
  });

  it('are in UTC where several or no organizations are named, of all in scope', async () => {
    await setZone('Asia/Kolkata');
    const other = await makeOrganization(seller.userId, { timezone: 'Asia/Kolkata' });
    const foreign = await makeSeller();
    await sell('2025-03-09T23:59:59.999Z');
    await sell('2025-03-09T12:00:00Z', 1000, other.id);
    await sell('2025-03-09T12:00:00Z', 1000, foreign.organizationId);
    const range = ['2025-03-09', '2025-03-09'] as const;
    const day = { timestamp: '2025-03-09T00:00:00.000Z', ...NOTHING, ...sold(2) };
    expect(await figures(range, 'day', {})).toEqual([day]);
    const both = { organization_id: [seller.organizationId, other.id] };
    expect(await figures(range, 'day', both)).toEqual([day]);
    const none = { organization_id: [foreign.organizationId] };
    expect(await figures(range, 'day', none)).toEqual([{ ...day, ...NOTHING }]);
  });

  it('start where they would uncut, weeks on Monday, and count only the given dates', async () => {
    await setZone('America/New_York');
    // 9 March 2025, a Sunday, has 23 hours.
    for (const day of ['01', '04', '05', '09', '10', '12', '13']) {
      await sell(`2025-03-${day}T17:00:00Z`);
    }
    const range = ['2025-03-05', '2025-03-12'] as const;
    const starts = async (interval: Interval) =>
      (await figures(range, interval)).map(({ timestamp, orders }) => [timestamp, orders]);
    expect(await starts('week')).toEqual([
      ['2025-03-03T05:00:00.000Z', 2],
      ['2025-03-10T04:00:00.000Z', 2],
    ]);
    expect(await starts('month')).toEqual([['2025-03-01T05:00:00.000Z', 4]]);
    expect(await starts('year')).toEqual([['2025-01-01T05:00:00.000Z', 4]]);
    const hours = (await figures(['2025-03-09', '2025-03-09'], 'hour')).map(
      ({ timestamp }) => timestamp,
    );
    expect(hours).toHaveLength(23);
    expect(hours.at(0)).toBe('2025-03-09T05:00:00.000Z');
    expect(hours.at(-1)).toBe('2025-03-10T03:00:00.000Z');
  });

  it.each([
    // Clocks go back at 1:00 to 0:00: midnight comes twice.
    ['Atlantic/Azores', '2025-10-26', '2025-10-26T00:00:00.000Z', 25],
    // Clocks go on at 0:00 to 1:00: midnight never comes.
    ['Africa/Cairo', '2025-04-25', '2025-04-24T22:00:00.000Z', 23],
    // An abbreviation to PostgreSQL, without summer time.
    ['CET', '2025-07-01', '2025-06-30T22:00:00.000Z', 24],
    ['Australia/Lord_Howe', '2025-04-06', '2025-04-05T13:00:00.000Z', 25],
  ])('begin with the first moment of the day in %s', async (zone, day, start, hours) => {
    await setZone(zone);
    await sell(start);
    const periods = await figures([day, day], 'hour');
    expect(periods).toHaveLength(hours);
    expect(periods[0]).toMatchObject({ timestamp: start, orders: 1 });
    expect(await figures([day, day], 'day')).toMatchObject([{ timestamp: start, orders: 1 }]);
  });

  it('in the future show the stock of today and no flow', async () => {
    await subscribed('2025-03-01T00:00:00Z');
    const periods = await figures(['2098-01-01', '2098-01-02'], 'day');
    const stock = { active_subscriptions: 1, monthly_recurring_revenue: 1000 };
    expect(periods).toMatchObject([
      { ...NOTHING, ...stock },
      { ...NOTHING, ...stock },
    ]);
  });
});

it('PostgreSQL knows the days of every zone that an organization can have', async () => {
  const moments = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2024, month, 15, 9)));
  const zones = [...Intl.supportedValuesOf('timeZone'), 'CET', 'MET', 'EET', 'WET', 'EST', 'GMT'];
  const rows = await db(null).$queryRaw<{ zone: string; days: string[] }[]>`
    SELECT zone, array_agg((at AT TIME ZONE metric_zone(zone))::date::text ORDER BY at) AS days
    FROM unnest(${zones}::text[]) zone, unnest(${moments.map((at) => at.toISOString())}::timestamptz[]) at
    GROUP BY 1`;
  expect(rows).toHaveLength(zones.length);
  for (const { zone, days } of rows) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    expect(days, zone).toEqual(moments.map((at) => format.format(at)));
  }
});

describe('orders', () => {
  it('count free ones too, and their average is rounded half up', async () => {
    await sell('2025-03-02T00:00:00Z', 0);
    await sell('2025-03-03T00:00:00Z', 75);
    await sell('2025-03-03T00:00:00Z', 0);
    await sell('2025-03-04T00:00:00Z', 0);
    // 75 / 4 = 18.75; 75 / 2 = 37.5
    expect(await figures(MARCH, 'month')).toMatchObject([
      { orders: 4, revenue: 75, average_order_value: 19 },
    ]);
    const [day] = await figures(['2025-03-03', '2025-03-03'], 'day');
    expect(day).toMatchObject({ orders: 2, average_order_value: 38 });
    const [empty] = await figures(['2025-03-05', '2025-03-05'], 'day');
    expect(empty).toMatchObject({ orders: 0, average_order_value: 0 });
  });
});

describe('refunds', () => {
  /** An order of `amount` with refunds of it, minor units. */
  async function refunded(amount: number, refunds: [settledAt: string, amount: number][]) {
    const sale = await sell('2025-03-02T00:00:00Z', amount);
    const { id: orderId } = await db(null).order.findFirstOrThrow({
      where: { productId: sale.product.id },
    });
    for (const [settledAt, part] of refunds) {
      const row = {
        organizationId: seller.organizationId,
        customerId: sale.customer.id,
        orderId,
        amount: part,
        currency: 'usd',
        reason: 'other',
        revokeBenefits: false,
      } as const;
      const { id } = await db(null).refund.create({ data: { id: newId(), ...row } });
      const data = { status: 'succeeded', settledAt: new Date(settledAt) } as const;
      await db(null).refund.update({ where: { id }, data });
    }
    return { ...sale, orderId };
  }

  it('are a figure of their own at their time and reduce the revenue, nothing else', async () => {
    const { orderId } = await refunded(3000, [
      ['2025-03-10T00:00:00Z', 1000],
      ['2025-04-10T00:00:00Z', 500],
    ]);
    const spring = ['2025-03-01', '2025-04-30'] as const;
    const months = await figures(spring, 'month');
    expect(months[0]).toMatchObject({
      orders: 1,
      revenue: 2000,
      refunds: 1000,
      average_order_value: 3000,
      one_time_products_revenue: 3000,
    });
    expect(months[1]).toMatchObject({ ...NOTHING, revenue: -500, refunds: 500 });
    await foldMetrics();
    expect(await figures(spring, 'month')).toEqual(months);
    await db(null).order.delete({ where: { id: orderId } });
    expect(await figures(spring, 'month')).toMatchObject([NOTHING, NOTHING]);
    await foldMetrics();
    expect(await figures(spring, 'month')).toMatchObject([NOTHING, NOTHING]);
  });

  it('count once their outcome is known, by the operation', async () => {
    const product = await makeProduct(seller, fixed(2000));
    await confirm(await makeCheckout(seller, product.id), buyer());
    const { id: order_id } = await db(null).order.findFirstOrThrow({
      where: { productId: product.id },
    });
    const body = { order_id, reason: 'customer_request', amount: 1500 } as const;
    await callApi(createRefund, { body }, { as: seller });
    const year = new Date().getUTCFullYear();
    const range = [`${year - 1}-01-01`, `${year + 1}-12-31`] as const;
    const sums = async (filters: Filters) => {
      const periods = await figures(range, 'year', {
        organization_id: [seller.organizationId],
        ...filters,
      });
      const sumOf = (figure: Figure) => periods.reduce((sum, period) => sum + period[figure], 0);
      return [sumOf('revenue'), sumOf('refunds')];
    };
    const customer = await makeCustomer(seller.organizationId);
    expect(await sums({})).toEqual([500, 1500]);
    expect(await sums({ product_id: [product.id] })).toEqual([500, 1500]);
    expect(await sums({ product_price_type: ['one_time'] })).toEqual([500, 1500]);
    expect(await sums({ product_price_type: ['recurring'] })).toEqual([0, 0]);
    expect(await sums({ customer_id: [customer.id] })).toEqual([0, 0]);
  });
});

describe('subscriptions', () => {
  const march = async (filters?: Filters) => first(await figures(MARCH, 'month', filters));

  it('are active while trialing, active and past due, at the end of the interval', async () => {
    for (const status of ['trialing', 'active', 'past_due'] as const) {
      await subscribed('2025-03-02T00:00:00Z', { status });
    }
    for (const status of ['canceled', 'unpaid'] as const) {
      const endedAt = new Date('2025-03-20T00:00:00Z');
      await subscribed('2025-03-02T00:00:00Z', { status, endedAt });
    }
    await subscribed('2025-03-02T00:00:00Z', { status: 'incomplete', startedAt: null });
    const days = await figures(MARCH, 'day');
    expect(days.map(({ active_subscriptions }) => active_subscriptions)).toEqual([
      0,
      ...Array<number>(18).fill(5),
      ...Array<number>(12).fill(3),
    ]);
    expect(days[1]).toMatchObject({ new_subscriptions: 5, ended_subscriptions: 0 });
    expect(days[19]).toMatchObject({ new_subscriptions: 0, ended_subscriptions: 2 });
    expect(await march()).toMatchObject({
      new_subscriptions: 5,
      ended_subscriptions: 2,
      monthly_recurring_revenue: 2000,
    });
  });

  it('add their amount per month, a year by a twelfth that is rounded half up', async () => {
    await subscribed('2025-03-02T00:00:00Z', { amount: 1006, recurringInterval: 'year' });
    expect(await march()).toMatchObject({ monthly_recurring_revenue: 84 }); // 83.83…
    await subscribed('2025-03-02T00:00:00Z', { amount: 1002, recurringInterval: 'year' });
    expect(await march()).toMatchObject({ monthly_recurring_revenue: 84 + 84 }); // 83.5
    await subscribed('2025-03-02T00:00:00Z', { amount: 1001, recurringInterval: 'year' });
    expect(await march()).toMatchObject({ monthly_recurring_revenue: 84 + 84 + 83 });
    await subscribed('2025-03-02T00:00:00Z', { amount: null, currency: null });
    expect(await march()).toMatchObject({
      monthly_recurring_revenue: 84 + 84 + 83,
      active_subscriptions: 4,
    });
  });

  it('end once, also those that are unpaid before they are canceled', async () => {
    const { id } = await subscribed('2025-03-02T00:00:00Z');
    const become = (status: 'past_due' | 'unpaid' | 'active' | 'canceled', day: string) =>
      db(null).subscription.update({
        where: { id },
        data: { status, modifiedAt: new Date(`2025-03-${day}T09:00Z`) },
      });
    await become('past_due', '03');
    await become('unpaid', '04');
    await become('canceled', '05');
    const days = await figures(['2025-03-02', '2025-03-05'], 'day');
    expect(days.map((day) => day.ended_subscriptions)).toEqual([0, 0, 1, 0]);
    expect(days.map((day) => day.active_subscriptions)).toEqual([1, 1, 0, 0]);
  });

  it('add nothing while they are paused, and are counted as such', async () => {
    const { id } = await subscribed('2025-03-02T00:00:00Z');
    const update = (modifiedAt: Date, pausedAt: Date | null) =>
      db(null).subscription.update({ where: { id }, data: { modifiedAt, pausedAt } });
    const [pausedAt, resumedAt] = [new Date('2025-03-04T09:00Z'), new Date('2025-03-06T09:00Z')];
    await update(pausedAt, pausedAt);
    await update(resumedAt, null);
    const days = await figures(['2025-03-03', '2025-03-06'], 'day');
    expect(days.map((day) => day.monthly_recurring_revenue)).toEqual([1000, 0, 0, 1000]);
    expect(days.map((day) => day.active_subscriptions)).toEqual([1, 1, 1, 1]);
    expect(days.map((day) => day.paused_subscriptions)).toEqual([0, 1, 1, 0]);
    await db(null).subscription.update({
      where: { id },
      data: { modifiedAt: new Date('2025-03-07T09:00Z'), pausedAt: new Date('2025-03-07T09:00Z') },
    });
    await callApi(cancelSubscription, { params: { id } }, { as: seller });
    const [now] = await figures(['2098-01-01', '2098-01-01'], 'day');
    expect(now).toMatchObject({ active_subscriptions: 0, paused_subscriptions: 0 });
  });

  it('add what a discount leaves for ever, of a year before it is divided', {
    tags: 'soak',
  }, async () => {
    const discount = async (more: object) => {
      const body = { name: 'Off', type: 'percentage', basis_points: 3333, duration: 'forever' };
      return (
        await callApi(createDiscount, { body: { ...body, ...more } as never }, { as: seller })
      ).id;
    };
    const add = async (given: object, off: object) => {
      const before = (await march()).monthly_recurring_revenue;
      await subscribed('2025-03-02T00:00:00Z', { ...given, discountId: await discount(off) });
      return (await march()).monthly_recurring_revenue - before;
    };
    expect(await add({ amount: 999 }, {})).toBe(999 - 333);
    const year = { amount: 10_000, recurringInterval: 'year' };
    expect(await add(year, { type: 'fixed', amount: 500, currency: 'usd' })).toBe(792); // 791.67
    expect(await add({ amount: 400 }, { type: 'fixed', amount: 500, currency: 'usd' })).toBe(0);
    expect(await add({ amount: 999 }, { duration: 'once' })).toBe(999);
    expect(await add({ amount: 999 }, { duration: 'repeating', duration_in_months: 40 })).toBe(999);
  });

  it('add another amount once their discount has another duration', async () => {
    const discount = await callApi(
      createDiscount,
      { body: { name: 'Off', type: 'percentage', basis_points: 5000, duration: 'forever' } },
      { as: seller },
    );
    await subscribed('2025-03-02T00:00:00Z', { discountId: discount.id });
    const body = { duration: 'once' } as const;
    await callApi(updateDiscount, { params: { id: discount.id }, body }, { as: seller });
    expect((await march()).monthly_recurring_revenue).toBe(500);
    const [now] = await figures(['2098-01-01', '2098-01-01'], 'day');
    expect(now?.monthly_recurring_revenue).toBe(1000);
  });
});

describe('checkouts', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const counts = async (filters: Filters = {}) => {
    const query = { organization_id: [seller.organizationId], ...filters };
    const periods = await figures([yesterday, tomorrow], 'day', query);
    const sumOf = (figure: Figure) => periods.reduce((sum, period) => sum + period[figure], 0);
    return [sumOf('checkouts'), sumOf('succeeded_checkouts')];
  };

  it('count by creation, those that have succeeded as well, narrowed like the rest', async () => {
    const product = await makeProduct(seller, fixed(2000));
    const plan = await makeProduct(seller, monthly());
    const paid = await makeCheckout(seller, product.id);
    await makeCheckout(seller, plan.id);
    expect(await counts()).toEqual([2, 0]);
    await foldMetrics();
    await confirm(paid, buyer());
    const { customerId } = await db(null).order.findFirstOrThrow({
      where: { productId: product.id },
    });
    for (const isFolded of [false, true]) {
      if (isFolded) await foldMetrics();
      expect(await counts()).toEqual([2, 1]);
      expect(await counts({ product_id: [plan.id] })).toEqual([1, 0]);
      expect(await counts({ product_price_type: ['one_time'] })).toEqual([1, 1]);
      expect(await counts({ customer_id: [customerId] })).toEqual([1, 1]);
    }
  });

  it('that were created earlier count then, whenever they succeed', async () => {
    const product = await makeProduct(seller, fixed(2000));
    const { id } = await makeCheckout(seller, product.id);
    const createdAt = new Date('2025-03-05T12:00:00Z');
    await db(null).checkout.update({ where: { id }, data: { createdAt } });
    expect(await counts()).toEqual([0, 0]);
    const march = async () => first(await figures(MARCH, 'month'));
    expect(await march()).toMatchObject({ checkouts: 1, succeeded_checkouts: 0 });
    await db(null).checkout.update({ where: { id }, data: { status: 'succeeded' } });
    expect(await march()).toMatchObject({ checkouts: 1, succeeded_checkouts: 1, orders: 0 });
  });
});

describe('filters', () => {
  it('narrow all figures', async () => {
    const { product, customer } = await sell('2025-03-02T00:00:00Z', 500);
    const subscription = await subscribed('2025-03-02T00:00:00Z');
    const organization_id = [seller.organizationId];
    const march = async (filters: Filters) => {
      const [period] = await figures(MARCH, 'month', { organization_id, ...filters });
      return [period?.orders, period?.active_subscriptions, period?.new_subscriptions];
    };
    expect(await march({ product_id: [product.id] })).toEqual([1, 0, 0]);
    expect(await march({ product_id: [subscription.productId] })).toEqual([0, 1, 1]);
    expect(await march({ product_price_type: ['one_time'] })).toEqual([1, 0, 0]);
    expect(await march({ product_price_type: ['recurring'] })).toEqual([0, 1, 1]);
    expect(await march({ product_price_type: ['recurring', 'one_time'] })).toEqual([1, 1, 1]);
    expect(await march({ customer_id: [customer.id] })).toEqual([1, 0, 0]);
    expect(await march({ customer_id: [subscription.customerId] })).toEqual([0, 1, 1]);
    const other = { product_id: [product.id], customer_id: [subscription.customerId] };
    expect(await march(other)).toEqual([0, 0, 0]);
    const stranger = await makeSeller();
    const foreign = await makeProductRow(stranger.organizationId);
    const buyerOfForeign = await makeCustomer(stranger.organizationId);
    const sale = { product: foreign, customer: buyerOfForeign };
    const createdAt = new Date('2025-03-02T00:00:00Z');
    await makeOrder(stranger.organizationId, { ...sale, createdAt });
    expect(await march({ product_id: [foreign.id] })).toEqual([0, 0, 0]);
    expect(await march({ customer_id: [buyerOfForeign.id] })).toEqual([0, 0, 0]);
  });
});

describe('limits', () => {
  const limits = (as: Actor = seller, query = {}) => callApi(getMetricsLimits, { query }, { as });

  it('begin with the first order or subscription, in the zone, else today', async () => {
    await setZone('Asia/Kolkata');
    const token = await makeToken({ organizationId: seller.organizationId });
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' });
    const before = today.format();
    const { min_date } = await limits({ token });
    expect([before, today.format()]).toContain(min_date);
    await subscribed('2025-03-05T20:00:00Z');
    expect((await limits({ token })).min_date).toBe('2025-03-06');
    expect((await limits()).min_date).toBe('2025-03-05');
    const query = { organization_id: [seller.organizationId] };
    expect((await limits(seller, query)).min_date).toBe('2025-03-06');
    await sell('2025-01-31T18:30:00Z');
    expect((await limits({ token })).min_date).toBe('2025-02-01');
    expect(await figures(['2025-01-01', '2025-01-31'], 'month')).toMatchObject([NOTHING]);
  });

  it.each([
    ['hour', 7, '2025-03-01', '2025-03-07', '2025-03-08'],
    ['day', 366, '2024-01-01', '2024-12-31', '2025-01-01'],
    ['week', 1096, '2022-01-01', '2024-12-31', '2025-01-01'],
    ['month', 3653, '2015-01-01', '2024-12-31', '2025-01-01'],
    ['year', 36_525, '1925-01-02', '2025-01-01', '2025-01-02'],
  ] as const)('let a range by %s have %i days', async (interval, max_days, start, last, beyond) => {
    expect((await limits()).intervals[interval]).toEqual({ max_days });
    expect((await figures([start, last], interval)).length).toBeGreaterThan(6);
    const query = { start_date: start, end_date: beyond, interval };
    const failure = await refusal(getMetrics, { query }, { as: seller });
    expect([failure.status, ...places(failure)]).toEqual([422, 'query.end_date']);
  });

  it('refuse a range that is reversed, and what is no date, at its place', async () => {
    const refuse = (query: object) =>
      refusal(getMetrics, { query: query as never }, { as: seller });
    const reversed = { start_date: '2025-03-02', end_date: '2025-03-01', interval: 'day' };
    expect(places(await refuse(reversed))).toEqual(['query.end_date']);
    expect(places(await refuse({ ...reversed, end_date: '2025-02-30' }))).toEqual([
      'query.end_date',
    ]);
    expect(places(await refuse({ start_date: '0001-01-01', interval: 'minute' }))).toEqual([
      'query.end_date',
      'query.interval',
      'query.start_date',
    ]);
  });
});

describe('a life by the test clock', () => {
  const query = () => ({ organization_id: seller.organizationId });
  async function advance(days: number) {
    const { now } = await callApi(getTestClock, { query: query() }, { as: seller });
    await advanceTo(seller, new Date(Date.parse(now) + days * 86_400_000));
  }
  const subscribe = async (prices: ReturnType<typeof monthly>) => {
    const product = await makeProduct(seller, prices);
    await confirm(await makeCheckout(seller, product.id), buyer());
    const where = { productId: product.id };
    const { id, startedAt } = await db(null).subscription.findFirstOrThrow({ where });
    return { id, product, startedAt };
  };

  it('is counted as it was at each moment', async () => {
    const { id, product, startedAt } = await subscribe(monthly(1000));
    const dateOf = (days: number) =>
      new Date(Number(startedAt) + days * 86_400_000).toISOString().slice(0, 10);
    await subscribe(monthly(500, { trial_days: 10 }));
    const bought = await makeProduct(seller, fixed(2000));
    await confirm(await makeCheckout(seller, bought.id), buyer());
    await confirm(await makeCheckout(seller, (await makeProduct(seller, free)).id), buyer());
    await advance(45);
    const dearer = await makeProduct(seller, yearly(24_000));
    const product_price_id = dearer.prices[0]?.id ?? '';
    const body = { product_price_id, proration_behavior: 'next_period' } as const;
    await callApi(updateSubscription, { params: { id }, body }, { as: seller });
    await advance(45);
    await callApi(cancelSubscription, { params: { id } }, { as: seller });

    const days = await figures([dateOf(-1), dateOf(100)], 'day');
    const [before, today] = days;
    expect(before).toMatchObject(NOTHING);
    expect(today).toMatchObject({
      orders: 3,
      revenue: 3000,
      average_order_value: 1000,
      one_time_products: 2,
      one_time_products_revenue: 2000,
      new_subscriptions: 2,
      new_subscriptions_revenue: 1000,
      renewed_subscriptions: 0,
      active_subscriptions: 2,
      monthly_recurring_revenue: 1000,
    });
    // The first order after a trial is no renewal.
    expect(days[11]).toMatchObject({
      orders: 1,
      new_subscriptions: 0,
      new_subscriptions_revenue: 500,
      monthly_recurring_revenue: 1500,
    });
    // Today's price, of another product and interval, and today's end change nothing of what was.
    expect(days[45]).toMatchObject({ active_subscriptions: 2, monthly_recurring_revenue: 1500 });
    expect(days[80]).toMatchObject({ active_subscriptions: 2, monthly_recurring_revenue: 2500 });
    expect(days[95]).toMatchObject({ active_subscriptions: 1, monthly_recurring_revenue: 500 });
    const renewed = days.reduce((sum, day) => sum + day.renewed_subscriptions, 0);
    const renewedRevenue = days.reduce((sum, day) => sum + day.renewed_subscriptions_revenue, 0);
    expect([renewed, renewedRevenue]).toEqual([4, 1000 + 24_000 + 2 * 500]);

    const of = { organization_id: [seller.organizationId], product_id: [product.id] };
    const ofFirst = await figures([dateOf(0), dateOf(99)], 'day', of);
    expect(ofFirst[44]).toMatchObject({ active_subscriptions: 1, monthly_recurring_revenue: 1000 });
    expect(ofFirst[79]).toMatchObject({ active_subscriptions: 0, monthly_recurring_revenue: 0 });
  });
});
