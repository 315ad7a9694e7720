import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { registerLiveProcessor } from '@/lib/integrations/payments/processor';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount, getDiscount } from '@/lib/resources/discounts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createRefund, listRefunds } from '@/lib/resources/refunds/contract';
import {
  getSubscription,
  setSubscriptionPaymentMethod,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { recordRefundOutcome, settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { recordOutcome, settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { type HttpProcessor, startHttpProcessor } from '@/testing/http-processor/client';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeKeyProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';

// @module-tag soak

// The whole product on a live processor: one in another process that answers late, twice, out of order, or not at
// all, as its tokens say.

let processor: HttpProcessor;
let seller: Seller;
beforeAll(async () => {
  processor = await startHttpProcessor({
    charge: (told, outcome) => recordOutcome(told, outcome, new Date()),
    refund: async (told, outcome) => {
      const where = { processorReference: told.reference };
      const isKnown = (await db(null).refund.count({ where })) > 0;
      await recordRefundOutcome(told, outcome, new Date());
      return isKnown;
    },
  });
  registerLiveProcessor(processor);
  seller = await makeSeller();
  const where = { id: seller.organizationId };
  await db(null).organization.update({ where, data: { isSandbox: false } });
});
afterAll(async () => {
  registerLiveProcessor(null);
  await expectLedgerIdentities(seller.organizationId);
  await processor.stop();
});
const as = () => ({ as: seller });

const attemptsOf = (where: { checkoutId: string } | { subscriptionId: string }) =>
  db(null).paymentAttempt.findMany({
    where,
    orderBy: { createdAt: 'asc' },
    include: { orders: true },
  });
const statusOf = async (id: string) =>
  (await db(null).checkout.findUniqueOrThrow({ where: { id } })).status;

/** What the processor took for attempts, minor units. */
async function taken(attempts: readonly { id: string }[]): Promise<number> {
  const keys = new Set(attempts.map(({ id }) => id));
  const { charges } = await processor.books();
  return charges
    .filter(({ reference, state }) => keys.has(reference) && state === 'captured')
    .reduce((sum, { cents }) => sum + Number(cents), 0);
}

/** Opens a checkout of 2000 with a discount of 500 that can be redeemed once. */
async function discounted() {
  const terms = { type: 'fixed', amount: 500, duration: 'once', max_redemptions: 1 } as const;
  const discount = await callApi(createDiscount, { body: { name: 'One', ...terms } }, as());
  const product = await makeKeyProduct(seller, fixed(2000));
  const checkout = await makeCheckout(seller, product.id, { discount_id: discount.id });
  const redemptions = async () =>
    (await callApi(getDiscount, { params: { id: discount.id } }, as())).redemptions_count;
  return { checkout, redemptions };
}

const paying = (confirmation_token_id: string) =>
  buyer({ confirmation_token_id, customer_email: `${newId()}@example.com` });

/** Lets outcomes that are under way arrive: longer than the processor takes. */
const later = () => new Promise((resolve) => setTimeout(resolve, 200));

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await done()); tries += 1) {
    if (tries === 200) throw new Error('It never happens');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A sale is complete or absent: one order, one key, the money once, the discount counted; or nothing of these. */
async function expectSale(
  { checkout, redemptions }: Awaited<ReturnType<typeof discounted>>,
  isSold: boolean,
) {
  const attempts = await attemptsOf({ checkoutId: checkout.id });
  const orders = await db(null).order.findMany({
    where: { checkoutId: checkout.id },
    include: { grants: { include: { licenseKey: true } } },
  });
  expect(orders.map(({ amount }) => amount)).toEqual(isSold ? [1500] : []);
  expect(orders.flatMap(({ grants }) => grants.map((grant) => grant.licenseKey?.status))).toEqual(
    isSold ? ['granted'] : [],
  );
  expect(await taken(attempts)).toBe(isSold ? 1500 : 0);
  expect(await redemptions()).toBe(isSold ? 1 : 0);
}

describe('a confirmation', () => {
  it.each([
    ['answered at once', 'tok'],
    ['told before it is answered', 'tok.told.twice'],
    ['whose answer is lost, and asked for', 'tok.lost'],
  ])('%s is one sale', async (_, token) => {
    const sale = await discounted();
    expect((await confirm(sale.checkout, paying(token))).status).toBe('confirmed');
    expect(await statusOf(sale.checkout.id)).toBe('succeeded');
    await expectSale(sale, true);
  });

  it.each([
    ['declined', 'tok.refused', 'card_declined'],
    ['that never reaches the processor', 'tok.dropped', 'processing_error'],
    ['that reaches it after it was given up', 'tok.late', 'processing_error'],
  ])('%s sells nothing, takes nothing, and can be repeated', async (_, token, code) => {
    const sale = await discounted();
    const failure = await refuseConfirm(sale.checkout, paying(token));
    expect(failure).toMatchObject({ status: 400, body: { error: 'PaymentError', code } });
    expect(await statusOf(sale.checkout.id)).toBe('open');
    await expectSale(sale, false);
    if (token === 'tok.late') await later();
    await expectSale(sale, false);
    await confirm(sale.checkout, paying('tok'));
    await expectSale(sale, true);
  });

  it.each([
    ['by asking', 'tok.bank', 'succeeded'],
    ['by asking', 'tok.bank.refused', 'failed'],
    ['by asking, where the first question is not answered either', 'tok.lost.mute', 'succeeded'],
  ] as const)('whose outcome is learned %s (%s) is %s, once', async (_, token, status) => {
    const sale = await discounted();
    await confirm(sale.checkout, paying(token));
    expect(await statusOf(sale.checkout.id)).toBe('confirmed');
    expect(await sale.redemptions()).toBe(1);
    await later();
    await Promise.all([1, 2, 3, 4].map(() => settleWaiting(new Date(), 0)));
    expect(await statusOf(sale.checkout.id)).toBe(status);
    await expectSale(sale, status === 'succeeded');
  });

  it.each([
    ['tok.bank.told', 'succeeded'],
    ['tok.bank.told.twice.disordered', 'succeeded'],
    ['tok.bank.refused.told.twice.disordered', 'failed'],
  ] as const)('that is told of (%s) is %s, once', async (token, status) => {
    const sale = await discounted();
    await confirm(sale.checkout, paying(token));
    await until(async () => (await statusOf(sale.checkout.id)) === status);
    await Promise.all([1, 2].map(() => settleWaiting(new Date(), 0)));
    await later();
    expect(await statusOf(sale.checkout.id)).toBe(status);
    await expectSale(sale, status === 'succeeded');
  });

  it('waits for the processor while that cannot be asked about a payment whose request is gone', async () => {
    const sale = await discounted();
    await confirm(sale.checkout, paying('tok.bank'));
    await later();
    // What a request leaves behind that died after the charge.
    const claimedAt = new Date(Date.now() - 120_000);
    await db(null).checkout.updateMany({
      where: { id: sale.checkout.id },
      data: { status: 'open' },
    });
    await db(null).paymentAttempt.updateMany({
      where: { checkoutId: sale.checkout.id },
      data: { status: 'pending', claimedAt },
    });
    registerLiveProcessor({ ...processor, retrieve: () => Promise.reject(new Error('away')) });
    try {
      expect(await refuseConfirm(sale.checkout, paying('tok'))).toMatchObject({
        status: 403,
        error: 'NotOpenCheckout',
      });
      await settleWaiting(new Date());
      expect(await statusOf(sale.checkout.id)).toBe('open');
    } finally {
      registerLiveProcessor(processor);
    }
    expect((await refuseConfirm(sale.checkout, paying('tok'))).status).toBe(403);
    await expectSale(sale, true);
  });

  it('takes nothing where an outcome is told for a key that is no payment', async () => {
    const { checkout } = await discounted();
    await confirm(checkout, paying('tok.bank'));
    const [known] = await attemptsOf({ checkoutId: checkout.id });
    const before = await db(null).order.count();
    for (const told of [
      { processor: 'http', reference: newId() },
      { processor: 'http', reference: 'of somebody else' },
      { processor: 'sandbox', reference: known?.processorReference ?? '' },
    ]) {
      await recordOutcome(told, { status: 'succeeded', method: null }, new Date());
    }
    expect(await db(null).order.count()).toBe(before);
    await later();
    await settleWaiting(new Date(), 0);
    expect(await db(null).order.count()).toBe(before + 1);
  });

  it('is of one customer of the processor for each customer whom the seller named', async () => {
    const body = { email: `${newId()}@example.com`, name: 'Ann' };
    const { id } = await callApi(createCustomer, { body }, as());
    const product = await makeKeyProduct(seller);
    const before = (await processor.books()).people;
    for (let purchase = 0; purchase < 2; purchase += 1) {
      const linked = await makeCheckout(seller, product.id, { customer_id: id });
      await confirm(linked, buyer({ confirmation_token_id: 'tok', customer_email: body.email }));
    }
    expect((await processor.books()).people).toBe(before + 1);
  });

  it('of a method that cannot be set up starts no trial', async () => {
    const product = await makeKeyProduct(seller, monthly(1000, { trial_days: 7 }));
    const checkout = await makeCheckout(seller, product.id);
    expect((await refuseConfirm(checkout, paying('tok.refused'))).status).toBe(400);
    await confirm(checkout, paying('tok'));
    const [subscription] = await db(null).subscription.findMany({
      where: { checkoutId: checkout.id },
    });
    expect(subscription).toMatchObject({
      status: 'trialing',
      paymentMethodDetails: { last4: '0000' },
    });
  });
});

describe('a renewal', () => {
  /** A subscription of 1000 a month that is paid with `token`. */
  async function subscribe(token: string) {
    const product = await makeKeyProduct(seller, monthly(1000));
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, paying(token));
    const where = { checkoutId: checkout.id };
    const { id, currentPeriodEnd } = await db(null).subscription.findFirstOrThrow({ where });
    if (!currentPeriodEnd) throw new Error('A subscription has a period');
    return { id, end: currentPeriodEnd };
  }
  const get = (id: string) => callApi(getSubscription, { params: { id } }, as());

  async function expectRenewed(id: string, renewals: number) {
    const attempts = await attemptsOf({ subscriptionId: id });
    expect(await taken(attempts)).toBe(renewals * 1000);
    const orders = await db(null).order.findMany({
      where: { subscriptionId: id, billingReason: 'subscription_cycle' },
    });
    expect(orders.map(({ amount }) => amount)).toEqual(
      Array.from({ length: renewals }, () => 1000),
    );
    // The service says nothing of a stored method that it charges: it is the subscription's.
    const charged = attempts.map(({ paymentMethodDetails }) => paymentMethodDetails);
    for (const details of charged) expect(details).toMatchObject({ last4: '0000' });
  }

  it.each([
    ['answered at once', 'tok'],
    ['whose answer is lost', 'tok.off-lost'],
    ['told before it is answered', 'tok.off-told.off-twice'],
  ])('%s is paid once, however many workers run', async (_, token) => {
    const { id, end } = await subscribe(token);
    await Promise.all([1, 2, 3].map(() => runDueSubscriptions(end)));
    expect(await get(id)).toMatchObject({
      status: 'active',
      current_period_start: end.toISOString(),
    });
    await expectRenewed(id, 1);
  });

  it.each(['tok.off-dropped', 'tok.off-late', 'tok.off-refused'])(
    'that fails (%s) takes nothing; another payment method pays it',
    async (token) => {
      const { id, end } = await subscribe(token);
      await runDueSubscriptions(end);
      expect(await get(id)).toMatchObject({ status: 'past_due' });
      if (token === 'tok.off-late') await later();
      await expectRenewed(id, 0);
      const attach = (confirmation_token_id: string) => ({
        params: { id },
        body: { confirmation_token_id },
      });
      const unattachable = attach('tok.unattachable');
      expect(await refusal(setSubscriptionPaymentMethod, unattachable, as())).toMatchObject({
        status: 400,
        body: { error: 'PaymentError', code: 'card_declined' },
      });
      const paid = await callApi(setSubscriptionPaymentMethod, attach('tok'), as());
      expect(paid.status).toBe('active');
      await expectRenewed(id, 1);
    },
  );

  it.each([
    ['asked for', 'tok.off-bank', 'active', 1],
    ['asked for', 'tok.off-bank.off-refused', 'past_due', 0],
    ['asked for twice', 'tok.off-lost.off-mute', 'active', 1],
    ['told twice and out of order', 'tok.off-bank.off-told.off-twice.off-disordered', 'active', 1],
  ] as const)('whose outcome is %s (%s) leads to %s', async (how, token, status, renewals) => {
    const { id, end } = await subscribe(token);
    await runDueSubscriptions(end);
    // It is not charged again while it is under way.
    await runDueSubscriptions(end);
    if (how.startsWith('told')) {
      await until(async () => (await get(id)).current_period_start === end.toISOString());
    } else await later();
    await Promise.all([1, 2, 3].map(() => settleWaiting(end, 0)));
    await later();
    expect((await get(id)).status).toBe(status);
    await expectRenewed(id, renewals);
    expect(await attemptsOf({ subscriptionId: id })).toHaveLength(1);
  });

  it('of many, settled by workers, questions and notifications at once, is paid once each', async () => {
    const tokens = ['tok', 'tok.off-lost', 'tok.off-bank.off-told.off-twice', 'tok.off-bank'];
    const all = await Promise.all([...tokens, ...tokens].map(subscribe));
    const end = new Date(Math.max(...all.map((one) => one.end.getTime())));
    await Promise.all([1, 2, 3].map(() => runDueSubscriptions(end)));
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([settleWaiting(end, 0), settleWaiting(end, 0), runDueSubscriptions(end)]);
      await later();
    }
    for (const { id } of all) {
      expect((await get(id)).status).toBe('active');
      await expectRenewed(id, 1);
    }
  });
});

describe('a refund', () => {
  /** An order of 2000 that is paid with `token`, and its refunds. */
  async function sell(token: string) {
    const product = await makeKeyProduct(seller, fixed(2000));
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, paying(token));
    const find = async () => {
      const query = { checkout_id: [checkout.id] };
      const [order] = (await callApi(listOrders, { query }, as())).items;
      if (!order) throw new Error('Nothing was sold');
      return order;
    };
    const { id: order_id } = await find();
    return {
      find,
      refund: (given: { amount?: number; key?: string } = {}) => {
        const { key, ...body } = given;
        const options = { ...as(), ...(key === undefined ? {} : { idempotencyKey: key }) };
        return callApi(createRefund, { body: { order_id, reason: 'other', ...body } }, options);
      },
      refunds: async () =>
        (await callApi(listRefunds, { query: { order_id: [order_id] } }, as())).items,
    };
  }
  type Sale = Awaited<ReturnType<typeof sell>>;

  /** What the processor gave back of an order is what the order says. */
  async function expectRefunded(sale: Sale, amount: number) {
    const keys = new Set((await sale.refunds()).map(({ id }) => id));
    const given = (await processor.books()).refunds.filter(
      ({ reference, state }) => keys.has(reference) && state === 'done',
    );
    expect(given.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(amount);
    expect((await sale.find()).refunded_amount).toBe(amount);
  }

  it.each([
    ['answered at once', 'tok', 'succeeded'],
    ['told before it is answered', 'tok.refund-told.refund-twice', 'succeeded'],
    ['whose answer is lost, and asked for', 'tok.refund-lost', 'succeeded'],
    ['that never reaches the processor', 'tok.refund-dropped', 'failed'],
    ['that reaches it after it was given up', 'tok.refund-late', 'failed'],
  ] as const)('%s (%s) has %s', async (_, token, status) => {
    const sale = await sell(token);
    expect(await sale.refund()).toMatchObject({ status, amount: 2000 });
    if (token === 'tok.refund-late') await later();
    await settleWaitingRefunds(new Date(), 0);
    expect(await sale.refunds()).toMatchObject([{ status }]);
    await expectRefunded(sale, status === 'succeeded' ? 2000 : 0);
  });

  it.each([
    ['asked for', 'tok.refund-later', 'succeeded'],
    ['asked for', 'tok.refund-rejected', 'failed'],
    ['asked for twice', 'tok.refund-lost.refund-mute', 'succeeded'],
    ['told', 'tok.refund-later.refund-told', 'succeeded'],
    ['told', 'tok.refund-later.refund-told.refund-twice.refund-disordered', 'succeeded'],
    ['told', 'tok.refund-rejected.refund-told.refund-twice.refund-disordered', 'failed'],
  ] as const)('whose outcome is %s (%s) has %s, once', async (how, token, status) => {
    const sale = await sell(token);
    expect(await sale.refund({ amount: 1500 })).toMatchObject({ status: 'pending' });
    if (how === 'told') await until(async () => (await sale.refunds())[0]?.status === status);
    await later();
    await Promise.all([1, 2, 3].map(() => settleWaitingRefunds(new Date(), 0)));
    expect(await sale.refunds()).toMatchObject([{ status }]);
    await expectRefunded(sale, status === 'succeeded' ? 1500 : 0);
  });

  it('whose request dies before its answer goes on with a retry of the request, or without', async () => {
    const sales = await Promise.all([sell('tok'), sell('tok')]);
    const keys = sales.map(() => newId());
    // A request fails like this where the database goes away while the processor is asked.
    const lost = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    registerLiveProcessor({ ...processor, refund: () => Promise.reject(lost) });
    try {
      for (const [index, sale] of sales.entries()) {
        const key = keys[index] ?? '';
        await expect(sale.refund({ key })).rejects.toMatchObject({ status: 503 });
        expect(await sale.refunds()).toMatchObject([{ status: 'pending' }]);
      }
    } finally {
      registerLiveProcessor(processor);
    }
    const [first, second] = sales as [Sale, Sale];
    const retried = await first.refund({ key: keys[0] ?? '' });
    expect(retried.status).toBe('succeeded');
    expect(await first.refund({ key: keys[0] ?? '' })).toEqual(retried);
    await settleWaitingRefunds(new Date(), 0);
    for (const sale of sales) {
      expect(await sale.refunds()).toMatchObject([{ status: 'succeeded', amount: 2000 }]);
      await expectRefunded(sale, 2000);
    }
    const settled = await second.refund({ key: keys[1] ?? '' });
    expect([settled]).toEqual(await second.refunds());
  });

  it('is pending while the processor is away, and given once that is back', async () => {
    const sale = await sell('tok');
    const away = () => Promise.reject(new Error('away'));
    registerLiveProcessor({ ...processor, refund: away, retrieveRefund: away });
    try {
      expect(await sale.refund()).toMatchObject({ status: 'pending' });
      await settleWaitingRefunds(new Date(), 0);
      expect(await sale.refunds()).toMatchObject([{ status: 'pending' }]);
    } finally {
      registerLiveProcessor(processor);
    }
    await Promise.all([1, 2].map(() => settleWaitingRefunds(new Date(), 0)));
    await expectRefunded(sale, 2000);
  });

  it('is claimed with few others, which are asked for at once', async () => {
    const sale = await sell('tok');
    const away = () => Promise.reject(new Error('away'));
    registerLiveProcessor({ ...processor, refund: away, retrieveRefund: away });
    for (let part = 0; part < 10; part += 1) await sale.refund({ amount: 200 });
    let asked = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const refund: typeof processor.refund = async (request) => {
      asked += 1;
      await released;
      return processor.refund(request);
    };
    registerLiveProcessor({ ...processor, refund });
    try {
      const begun = new Date(Date.now() + 61_000);
      const settled = settleWaitingRefunds(begun);
      await until(async () => asked === 8);
      const where = { orderId: (await sale.find()).id, claimedAt: { gte: begun } };
      expect(await db(null).refund.count({ where })).toBe(8);
      release();
      await settled;
    } finally {
      release();
      registerLiveProcessor(processor);
    }
    await expectRefunded(sale, 2000);
  });

  it('takes no notice where an outcome is told for a key that is no refund', async () => {
    const sale = await sell('tok');
    const { id } = await sale.refund({ amount: 500 });
    const { processorReference } = await db(null).refund.findUniqueOrThrow({ where: { id } });
    for (const reference of [newId(), 'of somebody else', processorReference ?? '']) {
      const told = { processor: processor.name, reference };
      await recordRefundOutcome(told, { status: 'failed', reason: 'late word' }, new Date());
    }
    expect(await sale.refunds()).toMatchObject([{ id, status: 'succeeded' }]);
    await expectRefunded(sale, 500);
  });

  it('is asked of the processor that took the money, whichever the organization has by now', async () => {
    const other = await makeSeller();
    const product = await makeKeyProduct(other, fixed(2000));
    await confirm(await makeCheckout(other, product.id));
    const where = { id: other.organizationId };
    await db(null).organization.update({ where, data: { isSandbox: false } });
    const { items } = await callApi(listOrders, { query: {} }, { as: other });
    const before = await processor.books();
    const refund = await callApi(
      createRefund,
      { body: { order_id: items[0]?.id ?? '', reason: 'other', amount: 500 } },
      { as: other },
    );
    expect(refund.status).toBe('succeeded');
    expect(await db(null).refund.findUniqueOrThrow({ where: { id: refund.id } })).toMatchObject({
      processor: 'sandbox',
    });
    expect(await processor.books()).toEqual(before);
  });
});
