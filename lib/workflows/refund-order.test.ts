import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { getCustomerOrder, listOrders } from '@/lib/resources/orders/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import {
  createRefund,
  getRefund,
  listRefunds,
  previewRefund,
} from '@/lib/resources/refunds/contract';
import {
  cancelSubscription,
  getSubscription,
  listSubscriptions,
  previewSubscription,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { advanceTestClock, getTestClock } from '@/lib/resources/test-clocks/contract';
import { newId } from '@/lib/runtime/ids';
import { recordRefundOutcome, settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeOrder, makeSale, makeSeller, makeToken, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import {
  buyer,
  confirm,
  fixed,
  free,
  makeCheckout,
  makeKeyProduct,
  monthly,
  yearly,
} from '@/testing/shop';
import { runAdvance } from '@/testing/test-clocks';

// Each sentence of docs/contract/orders.md#refunds.

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
afterAll(() => expectLedgerIdentities(seller.organizationId));

type RefundBody = NonNullable<ContractInput<typeof createRefund>['body']>;

/** A sold product that gives a key: its order, and what may be asked of both. */
async function sell({
  prices = fixed(2000),
  method = 'pm_card_visa',
  by = seller,
  email: customer_email = `${newId()}@example.com`,
}: {
  prices?: ReturnType<typeof monthly>;
  method?: string;
  by?: Seller;
  email?: string;
} = {}) {
  const as = { as: by };
  const product = await makeKeyProduct(by, prices);
  const [benefit = { id: '' }] = product.benefits;
  const checkout = await makeCheckout(by, product.id);
  await confirm(checkout, buyer({ customer_email, confirmation_token_id: method }));
  const orders = async () =>
    (await callApi(listOrders, { query: { product_id: [product.id] } }, as)).items;
  const [order] = await orders();
  if (!order) throw new Error('Nothing was sold');
  const order_id = order.id;
  return {
    product,
    benefit,
    order,
    orders,
    getOrder: async () => (await orders()).find(({ id }) => id === order_id),
    refund: (given: Partial<RefundBody> = {}, more: { idempotencyKey?: string } = {}) => {
      const body = { order_id, reason: 'customer_request' as const, ...given };
      return callApi(createRefund, { body }, { ...as, ...more });
    },
    preview: (query: { amount?: number; revoke_benefits?: boolean } = {}) =>
      callApi(previewRefund, { params: { id: order_id }, query }, as),
    refuse: (given: object = {}, actor: { token: string } = by) => {
      const body = { order_id, reason: 'customer_request' as const, ...given };
      return refusal(createRefund, { body }, { as: actor });
    },
    refunds: async () =>
      (await callApi(listRefunds, { query: { order_id: [order_id] } }, as)).items,
    /** Whether each grant of the product's benefit is live. */
    grants: async () => {
      const { items } = await callApi(listBenefitGrants, { params: { id: benefit.id } }, as);
      return items.map(({ is_granted }) => is_granted);
    },
    keys: async () => {
      const where = { grant: { benefitId: benefit.id } };
      return (await db(null).licenseKey.findMany({ where })).map(({ status }) => status);
    },
  };
}

const kindsOf = async (objectId: string) => {
  const events = await db(null).event.findMany({ where: { objectId }, orderBy: { id: 'asc' } });
  return events.map(({ kind, snapshot }) => [kind, (snapshot as { status: string }).status]);
};

describe('a refund', () => {
  it('of a whole order gives all of it back, and takes the benefits', async () => {
    const sale = await sell();
    const refund = await sale.refund({ comment: 'Wrong size', metadata: { ticket: 7 } });
    expect(refund).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: expect.any(String),
      status: 'succeeded',
      amount: 2000,
      currency: 'usd',
      reason: 'customer_request',
      comment: 'Wrong size',
      revoke_benefits: true,
      credit_taken: 0,
      credit_note_number: expect.stringMatching(/^[A-Z0-9]{2,8}-CN-\d{6}$/),
      metadata: { ticket: 7 },
      order_id: sale.order.id,
      order_invoice_number: sale.order.invoice_number,
      subscription_id: null,
      customer_id: sale.order.customer_id,
      customer: sale.order.customer,
      organization_id: seller.organizationId,
    });
    expect(await callApi(getRefund, { params: { id: refund.id } }, { as: seller })).toEqual(refund);
    expect(await sale.refunds()).toEqual([refund]);
    expect(await sale.getOrder()).toMatchObject({ status: 'refunded', refunded_amount: 2000 });
    expect([await sale.keys(), await sale.grants()]).toEqual([['revoked'], [false]]);
  });

  it('of a part leaves the rest, and the benefits', async () => {
    const sale = await sell();
    expect(await sale.refund({ amount: 500 })).toMatchObject({
      amount: 500,
      status: 'succeeded',
      revoke_benefits: false,
    });
    expect(await sale.getOrder()).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 500,
    });
    expect(await sale.keys()).toEqual(['granted']);
    // The rest makes the order fully refunded.
    expect(await sale.refund()).toMatchObject({ amount: 1500, revoke_benefits: true });
    expect(await sale.getOrder()).toMatchObject({ status: 'refunded', refunded_amount: 2000 });
    expect(await sale.keys()).toEqual(['revoked']);
  });

  it.each([0, 2001, -1, 1.5])('of %d is 422 at the amount', async (amount) => {
    const sale = await sell();
    expect(places(await sale.refuse({ amount }))).toEqual(['body.amount']);
  });

  it('where nothing is left is 422 at the amount', async () => {
    const sale = await sell();
    await sale.refund();
    for (const amount of [undefined, 1]) {
      const failure = await sale.refuse({ amount });
      expect([failure.status, places(failure)]).toEqual([422, ['body.amount']]);
    }
  });

  it('of an order without a payment is 403', async () => {
    const paidNothing = await sell({ prices: free });
    expect(await paidNothing.refuse()).toMatchObject({ status: 403, error: 'NotPermitted' });
    // As an import would write it: for an amount, without a payment of this installation.
    const { organizationId } = seller;
    const { id } = await makeOrder(organizationId, await makeSale(organizationId));
    expect(await paidNothing.refuse({ order_id: id })).toMatchObject({ status: 403 });
    await db(null).order.delete({ where: { id } });
  });

  it('of an order that the seller does not have is 422 at the order', async () => {
    const sale = await sell();
    const foreign = await makeSeller();
    for (const failure of [
      await sale.refuse({ order_id: newId() }),
      await sale.refuse({}, foreign),
    ]) {
      expect([failure.status, places(failure)]).toEqual([422, ['body.order_id']]);
    }
    expect(await sale.refunds()).toEqual([]);
  });

  it('needs a reason that there is, and a comment of at most 500 characters', async () => {
    const sale = await sell();
    expect(places(await sale.refuse({ reason: 'regret' }))).toEqual(['body.reason']);
    expect(places(await sale.refuse({ comment: 'x'.repeat(501) }))).toEqual(['body.comment']);
    const refund = await sale.refund({ amount: 1, reason: 'other', comment: 'x'.repeat(500) });
    expect(refund.comment).toHaveLength(500);
  });

  it('takes orders:write, which reads as well; orders:read reads alone', async () => {
    const sale = await sell();
    const owner = { userId: seller.userId };
    const reader = { token: await makeToken(owner, { scopes: ['orders:read'] }) };
    const writer = { token: await makeToken(owner, { scopes: ['orders:write'] }) };
    expect(await sale.refuse({}, reader)).toMatchObject({ error: 'insufficient_scope' });
    const body = { order_id: sale.order.id, reason: 'other' as const };
    const refund = await callApi(createRefund, { body }, { as: writer });
    const query = { order_id: [sale.order.id] };
    for (const as of [reader, writer]) {
      expect((await callApi(listRefunds, { query }, { as })).items).toEqual([refund]);
    }
  });

  it('shows in the order of the customer portal', async () => {
    const sale = await sell();
    await sale.refund({ amount: 700 });
    const body = { customer_id: sale.order.customer_id };
    const session = await callApi(createCustomerSession, { body }, { as: seller });
    const params = { id: sale.order.id };
    expect(await callApi(getCustomerOrder, { params }, { as: session })).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 700,
    });
  });

  it('records that it was made, and its outcome', { tags: 'soak' }, async () => {
    const sale = await sell();
    const { id } = await sale.refund({ amount: 700 });
    expect(await kindsOf(id)).toEqual([
      ['refund.created', 'pending'],
      ['refund.updated', 'succeeded'],
    ]);
    const failing = await sell({ method: 'pm_card_refundFail' });
    const failed = await failing.refund();
    expect(await kindsOf(failed.id)).toEqual([['refund.created', 'pending']]);
    await settleWaitingRefunds(new Date(), 0);
    expect(await kindsOf(failed.id)).toEqual([
      ['refund.created', 'pending'],
      ['refund.updated', 'failed'],
    ]);
    expect(await kindsOf(sale.order.id)).toEqual([
      ['order.created', 'paid'],
      ['order.updated', 'partially_refunded'],
    ]);
    expect((await kindsOf(failing.order.id)).map(([kind]) => kind)).toEqual(['order.created']);
  });

  it('that is pending reserves its amount, and is settled in the background', async () => {
    const sale = await sell({ method: 'pm_card_pendingRefund' });
    const refund = await sale.refund({ amount: 1500 });
    expect(refund).toMatchObject({ status: 'pending', modified_at: null });
    expect(await sale.getOrder()).toMatchObject({ status: 'paid', refunded_amount: 0 });
    expect(places(await sale.refuse({ amount: 501 }))).toEqual(['body.amount']);
    await settleWaitingRefunds(new Date(), 0);
    expect(await sale.refunds()).toMatchObject([{ id: refund.id, status: 'succeeded' }]);
    expect(await sale.getOrder()).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 1500,
    });
  });

  it('that fails changes nothing, and its amount is left again', async () => {
    const sale = await sell({ method: 'pm_card_refundFail' });
    const refund = await sale.refund();
    expect(refund).toMatchObject({ status: 'pending', revoke_benefits: true });
    await settleWaitingRefunds(new Date(), 0);
    expect(await sale.refunds()).toMatchObject([{ id: refund.id, status: 'failed' }]);
    expect(await sale.getOrder()).toMatchObject({ status: 'paid', refunded_amount: 0 });
    expect(await sale.keys()).toEqual(['granted']);
    expect((await sale.refund()).amount).toBe(2000);
  });

  it('that is pending is asked for a minute after the last time', async () => {
    const sale = await sell({ method: 'pm_card_pendingRefund' });
    const { created_at } = await sale.refund();
    const later = (seconds: number) => new Date(Date.parse(created_at) + seconds * 1000);
    await settleWaitingRefunds(later(55));
    expect(await sale.refunds()).toMatchObject([{ status: 'pending' }]);
    await settleWaitingRefunds(later(65));
    expect(await sale.refunds()).toMatchObject([{ status: 'succeeded' }]);
  });

  it('of the same request is made once', async () => {
    const sale = await sell();
    const idempotencyKey = newId();
    const first = await sale.refund({ amount: 300 }, { idempotencyKey });
    expect(await sale.refund({ amount: 300 }, { idempotencyKey })).toEqual(first);
    expect(await sale.refunds()).toEqual([first]);
  });
});

describe('the benefits of a refunded purchase', () => {
  it.each([
    [{ revoke_benefits: false }, [true]],
    [{ amount: 1, revoke_benefits: true }, [false]],
  ])('follow %j', async (given, grants) => {
    const sale = await sell();
    const refund = await sale.refund(given);
    expect(refund.revoke_benefits).toBe(given.revoke_benefits);
    expect(await sale.grants()).toEqual(grants);
  });

  it('of another order of the customer stay', async () => {
    const email = `${newId()}@example.com`;
    const [refunded, other] = [await sell({ email }), await sell({ email })];
    expect(other.order.customer_id).toBe(refunded.order.customer_id);
    await refunded.refund();
    expect([await refunded.grants(), await refunded.keys()]).toEqual([[false], ['revoked']]);
    expect([await other.grants(), await other.keys()]).toEqual([[true], ['granted']]);
  });

  it('stay until the refund has succeeded', async () => {
    const sale = await sell({ method: 'pm_card_pendingRefund' });
    expect((await sale.refund()).revoke_benefits).toBe(true);
    expect(await sale.grants()).toEqual([true]);
    await settleWaitingRefunds(new Date(), 0);
    expect(await sale.grants()).toEqual([false]);
  });

  it('count what is pending as refunded when all that is left is refunded', async () => {
    const sale = await sell({ method: 'pm_card_pendingRefund' });
    expect((await sale.refund({ amount: 1200 })).revoke_benefits).toBe(false);
    expect(await sale.refund({ amount: 800 })).toMatchObject({ revoke_benefits: true });
  });

  it('are none that the product gets later', { tags: 'soak' }, async () => {
    const [refunded, other] = [await sell(), await sell()];
    await refunded.refund();
    const body = { type: 'custom' as const, description: 'A gift', properties: {} };
    for (const { product, benefit } of [refunded, other]) {
      const gift = await callApi(createBenefit, { body }, { as: seller });
      const params = { id: product.id };
      const benefits = [benefit.id, gift.id];
      await callApi(updateProductBenefits, { params, body: { benefits } }, { as: seller });
      const given = await callApi(listBenefitGrants, { params: { id: gift.id } }, { as: seller });
      expect(given.items).toHaveLength(product === refunded.product ? 0 : 1);
      // The first benefit comes back for nobody who has lost it.
      await callApi(updateProductBenefits, { params, body: { benefits: [] } }, { as: seller });
      await callApi(updateProductBenefits, { params, body: { benefits } }, { as: seller });
    }
    expect([await refunded.grants(), await other.grants()]).toEqual([[false], [true]]);
  });
});

describe('a refund of an order of a subscription', () => {
  async function subscribe() {
    const sale = await sell({ prices: monthly(1000) });
    const id = sale.order.subscription_id ?? '';
    const get = () => callApi(getSubscription, { params: { id } }, { as: seller });
    return {
      ...sale,
      get,
      renew: async () => runDueSubscriptions(new Date((await get()).current_period_end ?? '')),
    };
  }

  it('does not end it, and leaves its benefits unless said otherwise', async () => {
    const sale = await subscribe();
    const before = await sale.get();
    expect(await sale.refund()).toMatchObject({
      amount: 1000,
      revoke_benefits: false,
      subscription_id: before.id,
    });
    expect(await sale.get()).toEqual(before);
    expect(await sale.grants()).toEqual([true]);
    await sale.renew();
    expect((await sale.orders()).map(({ status }) => status)).toEqual(['paid', 'refunded']);
  });

  it('revokes its benefits where that is wanted, until the next order is paid', async () => {
    const sale = await subscribe();
    await sale.refund({ amount: 400, revoke_benefits: true });
    expect(await sale.get()).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect([await sale.keys(), await sale.grants()]).toEqual([['revoked'], [false]]);
    const body = { type: 'custom' as const, description: 'A gift', properties: {} };
    const gift = await callApi(createBenefit, { body }, { as: seller });
    const params = { id: sale.product.id };
    const benefits = [sale.benefit.id, gift.id];
    await callApi(updateProductBenefits, { params, body: { benefits } }, { as: seller });
    const given = async () =>
      (await callApi(listBenefitGrants, { params: { id: gift.id } }, { as: seller })).items;
    expect(await given()).toEqual([]);
    await sale.renew();
    expect([await sale.keys(), await sale.grants()]).toEqual([['granted'], [true]]);
    expect(await given()).toHaveLength(1);
    // An order of the past takes the benefits as well.
    await sale.refund({ revoke_benefits: true });
    expect(await sale.grants()).toEqual([false]);
  });
});

describe('a change of the price after a refund', () => {
  /** A year for 12000 with a key, and the change to a month for 1000. */
  async function subscribeYearly() {
    const sale = await sell({ prices: [...(yearly(12_000) ?? []), ...(monthly(1000) ?? [])] });
    const params = { id: sale.order.subscription_id ?? '' };
    const [, month] = sale.product.prices;
    const body = { product_price_id: month?.id ?? '' };
    return {
      ...sale,
      body,
      preview: (query: object) => callApi(previewSubscription, { params, query }, { as: seller }),
      change: () => callApi(updateSubscription, { params, body }, { as: seller }),
      renew: async () => {
        const { current_period_end } = await callApi(getSubscription, { params }, { as: seller });
        await runDueSubscriptions(new Date(current_period_end ?? ''));
      },
    };
  }

  it('of all gives no credit: the new period is paid, and brings the benefits back', async () => {
    const sale = await subscribeYearly();
    await sale.refund({ revoke_benefits: true });
    const told = { amount_now: 1000, credit_after: 0, benefits_granted: 1 };
    expect(await sale.preview(sale.body)).toMatchObject(told);
    expect(await sale.change()).toMatchObject({ credit: 0 });
    expect((await sale.orders()).map(({ amount }) => amount)).toEqual([1000, 12_000]);
    expect(await sale.keys()).toEqual(['granted']);
  });

  it('of a part gives the rest as credit, and an order of 0 brings no benefits back', async () => {
    const sale = await subscribeYearly();
    await sale.refund({ amount: 7000, revoke_benefits: true });
    const told = { amount_now: 0, credit_after: 4000, benefits_granted: 0 };
    expect(await sale.preview(sale.body)).toMatchObject(told);
    expect(await sale.change()).toMatchObject({ credit: 4000 });
    expect([await sale.keys(), await sale.grants()]).toEqual([['revoked'], [false]]);
    await sale.renew();
    expect(await sale.keys()).toEqual(['granted']);
  });

  it('does not promise benefits that only the next renewal brings back', async () => {
    const sale = await subscribeYearly();
    await sale.refund({ amount: 1, revoke_benefits: true });
    const later = { ...sale.body, proration_behavior: 'next_period' };
    for (const query of [{ paused: true }, { cancel_at_period_end: false }, later]) {
      expect(await sale.preview(query)).toMatchObject({ amount_now: 0, benefits_granted: 0 });
    }
    expect(await sale.preview({})).toMatchObject({ benefits_granted: 1 });
  });
});

describe('the credit that came from an order', () => {
  const YEAR = [...(yearly(120_000) ?? []), ...(monthly(1000) ?? [])];

  /** A year for 120000, and changes between it and a month for 1000. */
  async function subscribeYearly() {
    const sale = await sell({ prices: YEAR });
    const id = sale.order.subscription_id ?? '';
    const params = { id };
    const [year, month] = sale.product.prices;
    const changeTo = (price: { id: string } | undefined, proration_behavior?: 'prorate') => {
      const body = { product_price_id: price?.id ?? '', proration_behavior };
      return callApi(updateSubscription, { params, body }, { as: seller });
    };
    const get = () => callApi(getSubscription, { params }, { as: seller });
    return {
      ...sale,
      id,
      get,
      changeTo,
      toMonth: () => changeTo(month),
      toYear: () => changeTo(year),
      renew: async () => runDueSubscriptions(new Date((await get()).current_period_end ?? '')),
      /** The order after the one that began it. */
      latest: async () => (await sale.orders())[0] ?? sale.order,
    };
  }

  it('is taken back by a full refund: time is given back once', async () => {
    const sale = await subscribeYearly();
    expect(await sale.toMonth()).toMatchObject({ credit: 119_000 });
    expect(await sale.preview()).toEqual({
      order_id: sale.order.id,
      amount: 120_000,
      currency: 'usd',
      revoke_benefits: false,
      credit_taken: 119_000,
      credit_after: 0,
      benefits_revoked: 0,
      keys_revoked: 0,
    });
    expect(await sale.refund()).toMatchObject({ status: 'succeeded', credit_taken: 119_000 });
    const after = await sale.get();
    expect(after).toMatchObject({ credit: 0, status: 'active' });
    expect(await kindsOf(after.id)).toContainEqual(['subscription.updated', 'active']);
    // The next month is paid, and what is left of this one gives no credit.
    await sale.renew();
    expect((await sale.orders()).map(({ amount }) => amount)).toEqual([1000, 0, 120_000]);
  });

  it('stays as far as what was paid covers it and the refund', async () => {
    const sale = await subscribeYearly();
    await sale.toMonth();
    expect(await sale.preview({ amount: 1000 })).toMatchObject({ credit_taken: 0 });
    await sale.refund({ amount: 1000 });
    expect(await sale.get()).toMatchObject({ credit: 119_000 });
    expect(await sale.preview({ amount: 9000 })).toMatchObject({
      credit_taken: 9000,
      credit_after: 110_000,
    });
    expect(await sale.refund({ amount: 9000 })).toMatchObject({ credit_taken: 9000 });
    expect(await sale.get()).toMatchObject({ credit: 110_000 });
  });

  it('that was used stays used, and what is left of it is taken', async () => {
    const sale = await subscribeYearly();
    await sale.toMonth();
    await sale.renew();
    await sale.renew();
    expect(await sale.get()).toMatchObject({ credit: 117_000 });
    expect(await sale.refund()).toMatchObject({ amount: 120_000, credit_taken: 117_000 });
    expect((await sale.get()).credit).toBe(0);
  });

  it('that was used for a longer period and comes back is still its own', {
    tags: 'soak',
  }, async () => {
    const sale = await subscribeYearly();
    await sale.toMonth();
    const larger = await makeKeyProduct(seller, yearly(130_000));
    await sale.changeTo(larger.prices[0]);
    const query = { subscription_id: [sale.id] };
    const [upgrade] = (await callApi(listOrders, { query }, { as: seller })).items;
    expect(upgrade?.amount).toBe(10_000);
    await sale.toMonth();
    expect((await sale.get()).credit).toBe(129_000);
    // The upgrade paid for a little of it, the first order for the rest.
    const order_id = upgrade?.id ?? '';
    expect(await sale.refund({ order_id })).toMatchObject({ credit_taken: 10_000 });
    expect(await sale.refund()).toMatchObject({ credit_taken: 119_000 });
    expect((await sale.get()).credit).toBe(0);
  });

  it('that lapsed can be refunded', async () => {
    const sale = await subscribeYearly();
    await sale.toMonth();
    await callApi(cancelSubscription, { params: { id: sale.id } }, { as: seller });
    expect(await sale.preview()).toMatchObject({ amount: 120_000, credit_taken: 0 });
    expect(await sale.refund()).toMatchObject({ amount: 120_000, credit_taken: 0 });
  });

  it('is not taken by the refund of another order', async () => {
    const sale = await subscribeYearly();
    await sale.toMonth();
    await sale.refund();
    await sale.renew();
    const renewal = await sale.latest();
    await sale.toYear();
    await sale.toMonth();
    const { credit } = await sale.get();
    expect(credit).toBeGreaterThan(118_000);
    const { credit_taken } = await sale.refund({ order_id: renewal.id });
    expect(credit_taken).toBeLessThanOrEqual(1000);
    expect((await sale.get()).credit).toBe(credit - credit_taken);
  });

  it('waits with prorate, and is taken while it waits', async () => {
    const sale = await sell({
      prices: monthly(3000),
    });
    const params = { id: sale.order.subscription_id ?? '' };
    const other = await makeKeyProduct(seller, monthly(1000));
    const body = {
      product_price_id: other.prices[0]?.id ?? '',
      proration_behavior: 'prorate' as const,
    };
    const { current_period_end } = await callApi(
      updateSubscription,
      { params, body },
      { as: seller },
    );
    const told = await sale.preview();
    expect(told).toMatchObject({ credit_taken: 2000, credit_after: 0 });
    await sale.refund();
    await runDueSubscriptions(new Date(current_period_end ?? ''));
    const { items } = await callApi(
      listOrders,
      { query: { subscription_id: [params.id] } },
      { as: seller },
    );
    expect(items.map(({ amount }) => amount)).toEqual([1000, 3000]);
  });
});

describe('the benefits of an order', () => {
  it('are those of its product: a subscription that has moved on keeps its others', async () => {
    const sale = await sell({ prices: monthly(1000) });
    const params = { id: sale.order.subscription_id ?? '' };
    const other = await makeKeyProduct(seller, monthly(3000));
    const body = { product_price_id: other.prices[0]?.id ?? '' };
    await callApi(updateSubscription, { params, body }, { as: seller });
    const told = await sale.preview({ revoke_benefits: true });
    expect(told).toMatchObject({ benefits_revoked: 0, keys_revoked: 0 });
    await sale.refund({ revoke_benefits: true });
    const [benefit] = other.benefits;
    const grants = await callApi(
      listBenefitGrants,
      { params: { id: benefit?.id ?? '' } },
      { as: seller },
    );
    expect(grants.items.map(({ is_granted }) => is_granted)).toEqual([true]);
  });

  it('bought twice are revoked for the purchase that is refunded', async () => {
    const email = `${newId()}@example.com`;
    const sale = await sell({ email });
    const again = await makeCheckout(seller, sale.product.id);
    await confirm(again, buyer({ customer_email: email }));
    const told = await sale.preview();
    expect(told).toMatchObject({ revoke_benefits: true, benefits_revoked: 1, keys_revoked: 1 });
    await sale.refund();
    expect((await sale.grants()).toSorted()).toEqual([false, true]);
  });
});

describe('while a payment of the subscription is under way', () => {
  it('its refund and the preview are 409, and both work once it is settled', async () => {
    const sale = await sell({ prices: monthly(1000) });
    const params = { id: sale.order.subscription_id ?? '' };
    const as = { as: seller };
    const body = { confirmation_token_id: 'pm_usBankAccount_success' };
    await callApi(setSubscriptionPaymentMethod, { params, body }, as);
    const other = await makeKeyProduct(seller, monthly(3000));
    const change = { product_price_id: other.prices[0]?.id ?? '' };
    await callApi(updateSubscription, { params, body: change }, as);
    const asked = { params: { id: sale.order.id } };
    const isConflict = { status: 409, error: 'Conflict' };
    expect(await refusal(previewRefund, asked, as)).toMatchObject(isConflict);
    expect(await sale.refuse()).toMatchObject(isConflict);
    expect(await sale.refunds()).toEqual([]);
    await settleWaiting(new Date(Date.now() + 120_000), 0);
    // Of the upgrade half was paid by the first order's unused time.
    expect(await sale.preview()).toMatchObject({ amount: 1000 });
    expect(await sale.refund()).toMatchObject({ status: 'succeeded' });
  });

  it('a refund that was on its way before takes what the payment has moved', async () => {
    const sale = await sell({
      prices: [...(yearly(12_000) ?? []), ...(monthly(1000) ?? [])],
      method: 'pm_card_pendingRefund',
    });
    const params = { id: sale.order.subscription_id ?? '' };
    const as = { as: seller };
    const refund = await sale.refund();
    expect(refund.status).toBe('pending');
    const method = { confirmation_token_id: 'pm_usBankAccount_success' };
    await callApi(setSubscriptionPaymentMethod, { params, body: method }, as);
    const other = await makeKeyProduct(seller, yearly(20_000));
    const change = { product_price_id: other.prices[0]?.id ?? '' };
    await callApi(updateSubscription, { params, body: change }, as);
    await settleWaitingRefunds(new Date(), 0);
    expect(await sale.refunds()).toMatchObject([{ status: 'succeeded' }]);
    await settleWaiting(new Date(Date.now() + 120_000), 0);
    const orders = (await callApi(listOrders, { query: { subscription_id: [params.id] } }, as))
      .items;
    expect(orders.map(({ amount }) => amount)).toEqual([8000, 12_000]);
    // Only what the upgrade paid can come back.
    const [, month] = sale.product.prices;
    const back = { product_price_id: month?.id ?? '' };
    const { credit } = await callApi(updateSubscription, { params, body: back }, as);
    expect(credit).toBe(7000);
  });
});

describe('under a test clock', () => {
  it('a refund has the time of the clock, and its outcome is asked for in real time', async () => {
    const by = await makeSeller();
    const as = { as: by };
    const sale = await sell({ method: 'pm_card_pendingRefund', by });
    const to = new Date(Date.now() + 40 * DAY_MS).toISOString();
    const body = { to };
    await callApi(advanceTestClock, { body }, as);
    // While the clock advances.
    expect(await sale.refuse()).toMatchObject({ status: 409, error: 'Conflict' });
    await runAdvance(by.organizationId);
    const refund = await sale.refund();
    expect(refund).toMatchObject({ status: 'pending', created_at: to });
    const further = new Date(Date.parse(to) + DAY_MS).toISOString();
    await callApi(advanceTestClock, { body: { to: further } }, as);
    await settleWaitingRefunds(new Date(), 0);
    await recordRefundOutcome(
      { processor: 'sandbox', reference: refund.id },
      { status: 'succeeded' },
      new Date(),
    );
    expect(await sale.refunds()).toEqual([refund]);
    await runAdvance(by.organizationId);
    await settleWaitingRefunds(new Date(Date.now() + 60_000), 0);
    expect(await sale.refunds()).toMatchObject([{ status: 'succeeded', modified_at: further }]);
    expect(await sale.getOrder()).toMatchObject({ status: 'refunded', modified_at: further });
    const query = { organization_id: by.organizationId };
    expect(await callApi(getTestClock, { query }, as)).toMatchObject({ now: further });
    expect((await callApi(listSubscriptions, {}, as)).items).toEqual([]);
    await expectLedgerIdentities(by.organizationId);
  });
});
