import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { createCheckout, listCheckouts } from '@/lib/resources/checkouts/contract';
import { expireAllDue } from '@/lib/resources/checkouts/jobs';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { createOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct } from '@/lib/resources/products/contract';
import {
  cancelSubscription,
  listSubscriptions,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { advanceTestClock, getTestClock } from '@/lib/resources/test-clocks/contract';
import type { TestClock, TestClockItem } from '@/lib/resources/test-clocks/schema';
import { createToken } from '@/lib/resources/tokens/contract';
import { findDead } from '@/lib/runtime/jobs/dead';
import { startWorker } from '@/lib/runtime/jobs/worker';
import { advanceClocks } from '@/lib/workflows/advance-clock';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  free,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
  refuseConfirm,
  yearly,
} from '@/testing/shop';
import { runs } from '@/testing/soak';
import { runAdvance } from '@/testing/test-clocks';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});
const as = () => ({ as: seller });
const query = () => ({ organization_id: seller.organizationId });
const clock = () => callApi(getTestClock, { query: query() }, as());
const daysAfter = (time: string | Date, days: number) =>
  new Date(new Date(time).getTime() + days * DAY_MS).toISOString();

async function start(to: string, more: object = {}): Promise<TestClock> {
  return (await callApi(advanceTestClock, { body: { to, ...more } }, as())) as TestClock;
}

const work = (signal?: AbortSignal) => runAdvance(seller.organizationId, signal);

async function advance(to: string, more: object = {}): Promise<TestClock> {
  await start(to, more);
  await work();
  return clock();
}

async function forecast(to: string, page = 1): Promise<TestClockItem[]> {
  const answer = await callApi(
    advanceTestClock,
    { body: { to, dry_run: true }, query: { page: String(page), limit: '100' } },
    as(),
  );
  if (!('items' in answer)) throw new Error('No list was answered');
  const { items, pagination } = answer;
  return page < pagination.max_page ? [...items, ...(await forecast(to, page + 1))] : items;
}

async function subscribe({
  prices = monthly(1000),
  method = 'pm_card_visa',
  ...checkout
}: {
  prices?: ReturnType<typeof monthly>;
  method?: string;
  discount_id?: string;
} = {}) {
  const product = await makeKeyProduct(seller, prices);
  const customer_email = `buyer-${crypto.randomUUID()}@example.com`;
  const opened = await makeCheckout(seller, product.id, checkout);
  await confirm(opened, buyer({ customer_email, confirmation_token_id: method }));
  const { items } = await callApi(listSubscriptions, { query: { product_id: [product.id] } }, as());
  return { checkout: opened, product, id: items[0]?.id ?? '' };
}

const find = (id: string) => db(null).subscription.findUniqueOrThrow({ where: { id } });
const ordersOf = (subscriptionId: string) =>
  db(null).order.findMany({ where: { subscriptionId }, orderBy: { createdAt: 'asc' } });

describe('a clock', () => {
  it('is the real time until it is frozen, and then stands still', async () => {
    const before = await clock();
    expect(before).toMatchObject({ is_frozen: false, status: 'ready', target: null, total: 0 });
    expect(Math.abs(Date.parse(before.now) - Date.now())).toBeLessThan(60_000);
    const to = daysAfter(new Date(), 10);
    expect(await start(to)).toMatchObject({ is_frozen: true, status: 'advancing', target: to });
    expect(await clock()).toMatchObject({ status: 'advancing', target: to });
    await work();
    expect(await clock()).toMatchObject({ status: 'ready', now: to, target: null });
  });

  it('is of a sandbox organization of the caller, and of his right', async () => {
    const other = await makeSeller();
    const to = daysAfter(new Date(), 10);
    const foreign = { query: { organization_id: other.organizationId } };
    expect(await refusal(getTestClock, foreign, as())).toMatchObject({ status: 404 });
    const body = { to, organization_id: other.organizationId };
    expect(places(await refusal(advanceTestClock, { body }, as()))).toEqual([
      'body.organization_id',
    ]);
    const reader = await callApi(
      createToken,
      { body: { name: 'Reader', scopes: ['organizations:read'] } },
      as(),
    );
    expect((await callApi(getTestClock, { query: query() }, { as: reader })).status).toBe('ready');
    expect(await refusal(advanceTestClock, { body: { to } }, { as: reader })).toMatchObject({
      error: 'insufficient_scope',
    });
    await db(null).organization.update({
      where: { id: seller.organizationId },
      data: { isSandbox: false },
    });
    expect(await refusal(advanceTestClock, { body: { to } }, as())).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
  });

  it('goes forward, by at most five years', async () => {
    const { now } = await advance(daysAfter(new Date(), 10));
    for (const to of [daysAfter(now, -1), now, daysAfter(now, 5 * 366)]) {
      expect(places(await refusal(advanceTestClock, { body: { to } }, as()))).toEqual(['body.to']);
    }
    expect((await advance(daysAfter(now, 5 * 365))).status).toBe('ready');
  });

  it('moves what is sold, and the times that are written; the rest keeps real time', {
    tags: 'soak',
  }, async () => {
    const { product, id } = await subscribe();
    const to = daysAfter(new Date(), 300);
    await advance(to);
    expect((await find(id)).currentPeriodStart.getTime()).toBeGreaterThan(
      Date.now() + 250 * DAY_MS,
    );
    const checkout = await makeCheckout(seller, product.id);
    expect(checkout).toMatchObject({ created_at: to, expires_at: daysAfter(to, 1) });
    const customer_email = 'later@example.com';
    await confirm(checkout, buyer({ customer_email }));
    const customer = await db(null).customer.findFirstOrThrow({ where: { email: customer_email } });
    const checkoutId = checkout.id;
    const sold = await db(null).subscription.findFirstOrThrow({ where: { checkoutId } });
    const order = await db(null).order.findFirstOrThrow({ where: { checkoutId } });
    const attempt = await db(null).paymentAttempt.findFirstOrThrow({ where: { checkoutId } });
    const grant = await db(null).benefitGrant.findFirstOrThrow({
      where: { subscriptionId: sold.id },
      include: { licenseKey: true },
    });
    const times = [
      customer.createdAt,
      sold.createdAt,
      sold.startedAt,
      order.createdAt,
      attempt.createdAt,
      attempt.settledAt,
      grant.grantedAt,
      grant.licenseKey?.createdAt,
    ];
    expect(times.map((time) => time?.toISOString())).toEqual(times.map(() => to));
    expect(attempt.claimedAt.getTime()).toBeLessThan(Date.now() + DAY_MS);
    const real = [
      await db(null).event.findFirstOrThrow({ where: { objectId: order.id } }),
      await db(null).customerSession.findFirstOrThrow({ where: { checkoutId } }),
      await makeProduct(seller),
    ];
    for (const { createdAt, created_at } of real as { createdAt?: Date; created_at?: string }[]) {
      const time = createdAt?.getTime() ?? Date.parse(created_at ?? '');
      expect(time).toBeLessThan(Date.now() + DAY_MS);
    }
  });

  it('is that of each organization, where a caller has several', async () => {
    const { id } = await callApi(
      createOrganization,
      { body: { name: 'Real time', slug: `real-${crypto.randomUUID()}` } },
      as(),
    );
    const own = { organization_id: seller.organizationId };
    const { now } = await advance(daysAfter(new Date(), 30), own);
    const sold = async (organization_id: string, expiresAt: Date) => {
      const body = { name: 'Gift', prices: free, organization_id };
      const product = await callApi(createProduct, { body }, as());
      const checkout = await makeCheckout(seller, product.id);
      return db(null).checkout.update({ where: { id: checkout.id }, data: { expiresAt } });
    };
    const past = new Date(Date.parse(now) - 60_000);
    const [over, open] = [await sold(own.organization_id, past), await sold(id, past)];
    expect(over.createdAt.toISOString()).toBe(now);
    expect(open.createdAt.getTime()).toBeLessThan(past.getTime());
    const { items } = await callApi(listCheckouts, {}, as());
    const statuses = new Map(items.map((checkout) => [checkout.id, checkout.status]));
    expect([statuses.get(over.id), statuses.get(open.id)]).toEqual(['expired', 'open']);
    await expireAllDue(new Date());
    const expired = await db(null).checkout.findUniqueOrThrow({ where: { id: over.id } });
    expect(expired.modifiedAt?.toISOString()).toBe(now);
  });

  it('decides on keys and discounts', async () => {
    const product = await makeKeyProduct(seller, monthly(), {
      expires: { ttl: 2, timeframe: 'month' },
    });
    const starts_at = daysAfter(new Date(), 50);
    const discount = await callApi(
      createDiscount,
      {
        body: {
          name: 'Later',
          type: 'fixed',
          duration: 'once',
          amount: 100,
          code: 'LATER',
          starts_at,
        },
      },
      as(),
    );
    await confirm(await makeCheckout(seller, product.id));
    const { key } = await db(null).licenseKey.findFirstOrThrow({
      where: { organizationId: seller.organizationId },
    });
    const body = { key, organization_id: seller.organizationId };
    const discount_id = discount.id;
    const create = { payment_processor: 'stripe' as const, product_id: product.id, discount_id };
    expect((await callApi(validateLicenseKey, { body })).status).toBe('granted');
    expect((await refusal(createCheckout, { body: create }, as())).status).toBe(422);
    await advance(daysAfter(new Date(), 70));
    expect(await refusal(validateLicenseKey, { body })).toMatchObject({ status: 404 });
    expect((await callApi(createCheckout, { body: create }, as())).discount?.id).toBe(discount_id);
  });
});

describe('an advance', () => {
  it('runs each renewal at its own moment', async () => {
    const { id } = await subscribe();
    const { createdAt } = await find(id);
    const state = await advance(daysAfter(createdAt, 100));
    expect(state).toMatchObject({ done: 3, total: 3, failed: 0 });
    const orders = await ordersOf(id);
    expect(orders.map((order) => order.billingReason)).toEqual([
      'subscription_create',
      ...Array.from({ length: 3 }, () => 'subscription_cycle'),
    ]);
    const [first, ...renewals] = orders;
    const subscription = await find(id);
    expect(renewals.at(-1)?.createdAt).toEqual(subscription.currentPeriodStart);
    expect(new Set(orders.map((order) => order.createdAt.getTime())).size).toBe(4);
    expect(first?.createdAt).toEqual(subscription.startedAt);
  });

  it('refuses changes of sales until it is ready, which a retry with the same key repeats', async () => {
    const { id, product, checkout } = await subscribe();
    const open = await makeCheckout(seller, product.id);
    const to = daysAfter(new Date(), 10);
    await start(to);
    const body = { cancel_at_period_end: true };
    const change = () =>
      refusal(updateSubscription, { params: { id }, body }, { ...as(), idempotencyKey: 'once' });
    const refused = await change();
    expect(refused).toMatchObject({ status: 409, error: 'Conflict' });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect((await refuseConfirm(open)).error).toBe('Conflict');
    expect((await refusal(cancelSubscription, { params: { id } }, as())).error).toBe('Conflict');
    expect(await refusal(advanceTestClock, { body: { to: daysAfter(to, 1) } }, as())).toMatchObject(
      {
        status: 409,
      },
    );
    // What is no sale, and reading, goes on.
    await callApi(createCustomer, { body: { email: 'still@example.com' } }, as());
    await callApi(listSubscriptions, {}, as());
    expect(checkout.id).not.toBe(open.id);
    await work();
    const options = { ...as(), idempotencyKey: 'once' };
    const changed = await callApi(updateSubscription, { params: { id }, body }, options);
    expect(changed.cancel_at_period_end).toBe(true);
  });

  it('leaves nothing to the background, which in turn leaves the advance alone', async () => {
    const { id } = await subscribe();
    const end = (await find(id)).currentPeriodEnd ?? new Date();
    await start(daysAfter(end, 1));
    await runDueSubscriptions(new Date(end.getTime() + DAY_MS));
    expect(await ordersOf(id)).toHaveLength(1);
    await work();
    await runDueSubscriptions(new Date(end.getTime() + 90 * DAY_MS));
    await settleWaiting(new Date(end.getTime() + 90 * DAY_MS));
    expect(await ordersOf(id)).toHaveLength(2);
  });

  it('expires checkouts and settles payments that take their time', async () => {
    const { product } = await subscribe();
    const open = await makeCheckout(seller, product.id);
    const slow = await makeCheckout(seller, product.id);
    const bank = buyer({ confirmation_token_id: 'pm_usBankAccount_success' });
    await confirm(slow, { ...bank, customer_email: 'slow@example.com' });
    const attempt = await db(null).paymentAttempt.findFirstOrThrow({
      where: { checkoutId: slow.id },
    });
    const to = daysAfter(attempt.createdAt, 2);
    expect((await forecast(to)).map(({ kind, object_id }) => [kind, object_id])).toEqual([
      ['payment', slow.id],
      ['expiry', open.id],
    ]);
    await advance(to);
    const rows = await db(null).checkout.findMany({ where: { id: { in: [open.id, slow.id] } } });
    expect(rows.map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [open.id, 'expired'],
        [slow.id, 'succeeded'],
      ]),
    );
    const settled = await db(null).paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } });
    expect(settled.settledAt?.getTime()).toBe(attempt.createdAt.getTime() + 60_000);
    const expired = await db(null).checkout.findUniqueOrThrow({ where: { id: open.id } });
    expect(expired.modifiedAt).toEqual(expired.expiresAt);
  });

  it('goes on where a crash has stopped it, and charges nothing twice', {
    tags: 'soak',
  }, async () => {
    const { id } = await subscribe();
    const { createdAt } = await find(id);
    const to = daysAfter(createdAt, 200);
    await start(to);
    await work(AbortSignal.abort(new Error('The process stops')));
    expect(await clock()).toMatchObject({ status: 'advancing' });
    // The worker before died between the steps of a renewal.
    await db(null).$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''no order''; END'`;
    await db(null).$executeRaw`CREATE TRIGGER refuse BEFORE INSERT ON orders
      FOR EACH ROW EXECUTE FUNCTION refuse()`;
    const stopping = new AbortController();
    const stopped = work(stopping.signal);
    const where = { subscriptionId: id, status: 'pending' } as const;
    await expect.poll(() => db(null).paymentAttempt.count({ where })).toBe(1);
    stopping.abort(new Error('The process stops'));
    await stopped;
    await db(null).$executeRaw`DROP FUNCTION refuse() CASCADE`;
    await Promise.all([work(), work()]);
    expect(await clock()).toMatchObject({ status: 'ready', now: to, failed: 0 });
    const orders = await ordersOf(id);
    const attempts = await db(null).paymentAttempt.findMany({ where: { subscriptionId: id } });
    expect(orders).toHaveLength(7);
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 'succeeded'));
    expect(attempts).toHaveLength(6);
  });

  it('leaves a payment that is still processing at its time to the background, without a failure', {
    tags: 'soak',
  }, async () => {
    const { id } = await subscribe();
    const body = { confirmation_token_id: 'pm_usBankAccount_success' };
    await callApi(setSubscriptionPaymentMethod, { params: { id }, body }, as());
    const end = (await find(id)).currentPeriodEnd ?? new Date();
    await advance(end.toISOString());
    const attempt = await db(null).paymentAttempt.findFirstOrThrow({
      where: { subscriptionId: id },
    });
    const key = { idempotencyKey: attempt.id };
    await db(null).sandboxCharge.update({ where: key, data: { outcome: 'processing_held' } });
    expect(await forecast(daysAfter(end, 2))).toMatchObject([{ kind: 'payment' }]);
    expect(await advance(daysAfter(end, 2))).toMatchObject({ status: 'ready', failed: 0 });
    expect(await forecast(daysAfter(end, 9))).toEqual([]);
    await db(null).sandboxCharge.update({ where: key, data: { outcome: 'succeeded' } });
    await settleWaiting(new Date(), 0);
    expect(await find(id)).toMatchObject({ status: 'active', currentPeriodStart: end });
  });

  it('waits for who has locked a subscription, and counts it once', { tags: 'soak' }, async () => {
    const { id } = await subscribe();
    const end = (await find(id)).currentPeriodEnd ?? new Date();
    await start(daysAfter(end, 1));
    let working: Promise<unknown> | undefined;
    await db(null).$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT id FROM subscriptions WHERE id = ${id}::uuid FOR UPDATE`;
        working = work();
        // For the row's lock; or, where other transactions have ended meanwhile, already for those that began before it.
        const looks = new Set<string>();
        const isWaiting = async () => {
          const locks = await tx.$queryRaw<unknown[]>`SELECT pid FROM pg_locks WHERE NOT granted`;
          // Outside of the transaction, which would see the same activity each time.
          const asked = await db(null).$queryRaw<{ at: string }[]>`
            SELECT query_start::text AS at FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE '%pg_snapshot_' || 'xmin%'`;
          for (const { at } of asked) looks.add(at);
          return locks.length > 0 || looks.size >= 3;
        };
        await expect.poll(isWaiting).toBe(true);
      },
      { timeout: 150_000 },
    );
    await working;
    expect(await clock()).toMatchObject({ status: 'ready' });
    expect(await clock()).toMatchObject({ done: 1, total: 1, failed: 0 });
    expect(await ordersOf(id)).toHaveLength(2);
  });

  it('sets aside what fails five times, and lists it', { tags: 'soak' }, async () => {
    const [broken, sound] = [await subscribe(), await subscribe()];
    await db(null).subscription.update({
      where: { id: broken.id },
      data: { paymentMethod: 'not encrypted' },
    });
    const to = daysAfter(new Date(), 40);
    const state = await advance(to);
    expect(state).toMatchObject({ status: 'ready', now: to, failed: 1 });
    expect(await ordersOf(sound.id)).toHaveLength(2);
    expect(await ordersOf(broken.id)).toHaveLength(1);
    const dead = (await findDead()).filter(
      ({ payload }) => (payload as { object_id: string }).object_id === broken.id,
    );
    expect(dead).toHaveLength(1);
    expect(dead[0]).toMatchObject({ task: 'test_clock_item' });
  });
});

describe('a forecast', () => {
  it('changes and freezes nothing, and is paged', async () => {
    const { id } = await subscribe();
    const { createdAt } = await find(id);
    const to = daysAfter(createdAt, 365);
    const items = await forecast(to);
    expect(items).toHaveLength(12);
    expect(items[0]).toMatchObject({
      kind: 'renewal',
      object_id: id,
      amount: 1000,
      currency: 'usd',
      outcome: 'paid',
    });
    expect(await clock()).toMatchObject({ is_frozen: false });
    const page = await callApi(
      advanceTestClock,
      { body: { to, dry_run: true }, query: { page: '2', limit: '10' } },
      { ...as(), idempotencyKey: 'preview' },
    );
    expect(page).toMatchObject({ items: [{}, {}], pagination: { total_count: 12, max_page: 2 } });
  });

  it('tells the end of a discount between two renewals', async () => {
    const terms = { type: 'percentage', basis_points: 5000, duration: 'repeating' } as const;
    const { id: discount_id } = await callApi(
      createDiscount,
      { body: { ...terms, name: 'Start', duration_in_months: 3 } },
      as(),
    );
    const { id } = await subscribe({ prices: yearly(1000), discount_id });
    const { startedAt } = await find(id);
    const due = await forecast(daysAfter(startedAt ?? new Date(), 180));
    expect(due).toMatchObject([{ kind: 'discount_end', object_id: id, outcome: 'changed' }]);
  });

  it('is what then happens', { tags: 'soak' }, async () => {
    const methods = [
      'pm_card_visa',
      'pm_card_chargeCustomerFail',
      'pm_sandbox_declineAfter1',
      'pm_sandbox_declineAfter3',
      'pm_sandbox_authenticateRenewals',
      'pm_sandbox_timeout',
      'pm_usBankAccount_success',
      'pm_usBankAccount_insufficientFunds',
    ];
    const history = fc.record({
      method: fc.constantFrom(...methods),
      first: fc.constantFrom('pm_card_visa', 'pm_usBankAccount_success'),
      trial: fc.constantFrom(undefined, undefined, 7),
      amount: fc.constantFrom(60, 1000),
      interval: fc.constantFrom('month' as const, 'year' as const),
      discount: fc.constantFrom('none', 'once', 'repeating', 'forever', 'all'),
      change: fc.constantFrom('nothing', 'nothing', 'cancel', 'pause', 'price', 'next'),
      dunning_end: fc.constantFrom('canceled' as const, 'unpaid' as const),
      days: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 4, maxLength: 4 }), async (histories) => {
        seller = await makeSeller();
        const [{ dunning_end, days } = { dunning_end: 'canceled' as const, days: [30] }] =
          histories;
        await callApi(
          updateOrganization,
          {
            params: { id: seller.organizationId },
            body: { subscription_settings: { dunning_end } },
          },
          as(),
        );
        for (const given of histories) await live(given);
        let { now } = await clock();
        for (const step of days) {
          const to = daysAfter(now, step);
          await compare(to);
          now = to;
        }
      }),
      // Of four subscriptions each.
      { numRuns: runs(25) },
    );
  });
});

interface History {
  method: string;
  first: string;
  trial: number | undefined;
  amount: number;
  interval: 'month' | 'year';
  discount: string;
  change: string;
}

/** Makes a subscription of some kind and changes it. */
async function live({ method, first, trial, amount, interval, discount, change }: History) {
  const price = (price_amount: number) => ({
    type: 'recurring' as const,
    amount_type: 'fixed' as const,
    price_amount,
    recurring_interval: interval,
  });
  const durations = {
    once: { duration: 'once' as const },
    forever: { duration: 'forever' as const },
    all: { duration: 'forever' as const },
    repeating: { duration: 'repeating' as const, duration_in_months: 2 },
  };
  const duration = durations[discount as keyof typeof durations];
  const body = {
    name: 'Less',
    type: 'percentage' as const,
    basis_points: discount === 'all' ? 10_000 : 5000,
    ...duration,
  };
  // A first charge of so little is refused, where later ones are carried.
  const isSmall = amount < 100 && discount !== 'all' && !trial;
  const made = duration && (await callApi(createDiscount, { body: body as never }, as()));
  const { id } = await subscribe({
    prices: [{ ...price(amount), ...(trial ? { trial_days: trial } : {}) }],
    method: first,
    ...(made && !isSmall ? { discount_id: made.id } : {}),
  });
  if (!id) return;
  const params = { id };
  if (made && isSmall) {
    const lowered = { params, body: { discount_id: made.id } };
    await callApi(updateSubscription, lowered, as()).catch(() => {});
  }
  await callApi(
    setSubscriptionPaymentMethod,
    { params, body: { confirmation_token_id: method } },
    as(),
  ).catch(() => {});
  const other = await makeProduct(seller, [price(2000)]);
  const product_price_id = other.prices[0]?.id ?? '';
  const changes: Record<string, object> = {
    cancel: { cancel_at_period_end: true },
    pause: { paused: true },
    price: { product_price_id, proration_behavior: 'prorate' },
    next: { product_price_id, proration_behavior: 'next_period' },
  };
  const wanted = changes[change];
  if (wanted) await callApi(updateSubscription, { params, body: wanted }, as()).catch(() => {});
}

/** Forecasts, advances, and compares what has happened with the forecast. */
async function compare(to: string) {
  const { organizationId } = seller;
  const items = await forecast(to);
  const before = await snapshot(organizationId);
  const state = await advance(to);
  expect(state).toMatchObject({
    status: 'ready',
    now: to,
    failed: 0,
    done: items.length,
    total: items.length,
  });
  const now = await snapshot(organizationId);
  const isNew = <T extends { id: string }>(rows: T[], old: T[]) =>
    rows.filter(({ id }) => !old.some((row) => row.id === id));
  // Every order of the time is a paid or a free item at its moment, and the other way round.
  const orders = isNew(now.orders, before.orders).map(({ createdAt, amount }) => [
    createdAt.toISOString(),
    amount,
  ]);
  const settled = items.filter(
    ({ kind, outcome, amount }) =>
      ['paid', 'free'].includes(outcome) || (kind === 'cancellation' && amount > 0),
  );
  expect(orders.sort()).toEqual(
    settled.map(({ at, amount }) => [at, amount] as [string, number]).sort(),
  );
  const declined = isNew(now.declined, before.declined).map(({ settledAt, amount }) => [
    settledAt?.toISOString(),
    amount,
  ]);
  const failures = items
    .filter(
      ({ kind, outcome }) =>
        outcome === 'failed' || (outcome === 'ended' && kind !== 'cancellation'),
    )
    .map(({ at, amount }) => [at, amount]);
  expect(declined.sort()).toEqual(failures.sort());
  const ended = items.filter(({ outcome }) => outcome === 'ended').map(({ at }) => at);
  const over = isNew(now.ended, before.ended).map(({ modifiedAt }) => modifiedAt?.toISOString());
  expect(over.sort()).toEqual(ended.sort());
  expect((await forecast(daysAfter(to, 1))).filter(({ at }) => at <= to)).toEqual([]);
}

async function snapshot(organizationId: string) {
  return {
    orders: await db(null).order.findMany({ where: { organizationId } }),
    declined: await db(null).paymentAttempt.findMany({
      where: { organizationId, status: 'declined' },
    }),
    ended: await db(null).subscription.findMany({
      where: { organizationId, endedAt: { not: null } },
    }),
  };
}

describe('clocks of several organizations', () => {
  it('take turns, so that a long advance does not hold up a short one', {
    tags: 'soak',
  }, async () => {
    await db(null).$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    const long = seller;
    await subscribe();
    const start12 = await start(daysAfter(new Date(), 366));
    seller = await makeSeller();
    const short = seller;
    await subscribe();
    const start1 = await start(daysAfter(new Date(), 32));
    const turns: string[] = [];
    const sliced = advanceClocks(0);
    const noted = {
      ...sliced,
      run: (payload: unknown, signal: AbortSignal) => {
        turns.push(z.object({ organization_id: z.string() }).parse(payload).organization_id);
        return sliced.run(payload, signal);
      },
    };
    const worker = startWorker({ periodic: [], handlers: [noted] });
    onTestFinished(() => worker.stop());
    for (const [one, { target }] of [
      [short, start1],
      [long, start12],
    ] as const) {
      seller = one;
      await expect.poll(clock).toMatchObject({
        status: 'ready',
        now: target,
        failed: 0,
      });
    }
    const [a, b] = [long.organizationId, short.organizationId];
    expect(turns.slice(0, 3)).toEqual([a, b, a]);
    expect(turns.lastIndexOf(b)).toBeLessThan(turns.lastIndexOf(a));
    const orders = await db(null).order.groupBy({
      by: ['organizationId'],
      where: { organizationId: { in: [a, b] } },
      _count: true,
    });
    const counts = Object.fromEntries(orders.map((row) => [row.organizationId, row._count]));
    expect(counts).toEqual({ [a]: 13, [b]: 2 });
  });
});

describe('dry runs', () => {
  /** As many subscriptions as a sold one, with its values. */
  async function copySubscription(id: string, copies: number): Promise<void> {
    const columns = await db(null).$queryRaw<{ name: string }[]>`
      SELECT quote_ident(attname) AS name FROM pg_attribute
      WHERE attrelid = 'subscriptions'::regclass AND attnum > 0 AND NOT attisdropped
        AND attgenerated = '' AND attname NOT IN ('id', 'checkout_id')`;
    const names = columns.map(({ name }) => name).join(', ');
    await db(null).$executeRawUnsafe(
      `INSERT INTO subscriptions (id, ${names}) SELECT gen_random_uuid(), ${names}
       FROM subscriptions, generate_series(1, ${copies}) WHERE id = '${id}'`,
    );
  }

  const dryRun = (as: Seller, years: number) =>
    callApi(
      advanceTestClock,
      { body: { to: daysAfter(new Date(), 365 * years), dry_run: true } },
      { as },
    );

  it('with over 20,000 items are 422, and others go on in the meantime', {
    tags: 'soak',
  }, async () => {
    const { id } = await subscribe();
    await copySubscription(id, 400);
    let turns = 0;
    let isRunning = true;
    const turn = () => {
      turns += 1;
      if (isRunning) setImmediate(turn);
    };
    setImmediate(turn);
    const failure = await refusal(
      advanceTestClock,
      { body: { to: daysAfter(new Date(), 5 * 365), dry_run: true } },
      as(),
    );
    isRunning = false;
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.to']);
    // One for each hundred items, at least.
    expect(turns).toBeGreaterThan(200);
  });

  it('of one organization leave their turns to others', { tags: 'soak' }, async () => {
    const busy = seller;
    const { id } = await subscribe();
    await copySubscription(id, 100);
    const other = await makeSeller();
    const answered: string[] = [];
    const running = Array.from({ length: 6 }, () =>
      dryRun(busy, 4).then(() => answered.push('busy')),
    );
    running.push(dryRun(other, 4).then(() => answered.push('other')));
    await Promise.all(running);
    expect(answered.indexOf('other')).toBeLessThan(4);
  });
});
