import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { prisma } from '@/lib/database/connection/client';
import { listOrders } from '@/lib/resources/orders/contract';
import { createRefund, getRefund, listRefunds } from '@/lib/resources/refunds/contract';
import { newId } from '@/lib/runtime/ids';
import { settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import { buyer, confirm, fixed, free, makeCheckout, makeKeyProduct } from '@/testing/shop';

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
afterAll(() => expectLedgerIdentities(seller.organizationId));
const as = (idempotencyKey?: string) => ({
  as: seller,
  ...(idempotencyKey ? { idempotencyKey } : {}),
});

type RefundBody = NonNullable<ContractInput<typeof createRefund>['body']>;

/** A sold product, with its order and what may be asked of both. */
async function sell(prices = fixed(2000), confirmation_token_id = 'pm_card_visa') {
  const product = await makeKeyProduct(seller, prices);
  const checkout = await makeCheckout(seller, product.id);
  const email = `${newId()}@example.com`;
  await confirm(checkout, buyer({ customer_email: email, confirmation_token_id }));
  const query = { product_id: [product.id] };
  const getOrder = async () => {
    const [order] = (await callApi(listOrders, { query }, as())).items;
    if (!order) throw new Error('Nothing was sold');
    return order;
  };
  const order = await getOrder();
  const bodyOf = (given: Partial<RefundBody>): RefundBody => ({
    order_id: order.id,
    reason: 'customer_request',
    ...given,
  });
  return {
    product,
    order,
    getOrder,
    refund: (given: Partial<RefundBody> = {}, key?: string) =>
      callApi(createRefund, { body: bodyOf(given) }, as(key)),
    refuse: (given: Partial<RefundBody> = {}) =>
      refusal(createRefund, { body: bodyOf(given) }, as()),
    refunds: async () =>
      (await callApi(listRefunds, { query: { order_id: [order.id] } }, as())).items,
    keys: async () => {
      const keys = await prisma().licenseKey.findMany({
        where: { grant: { benefit: { products: { some: { productId: product.id } } } } },
      });
      return keys.map(({ status }) => status);
    },
  };
}

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
      metadata: { ticket: 7 },
      order_id: sale.order.id,
      subscription_id: null,
      customer_id: sale.order.customer_id,
      customer: sale.order.customer,
      organization_id: seller.organizationId,
    });
    expect(await callApi(getRefund, { params: { id: refund.id } }, as())).toEqual(refund);
    expect(await sale.refunds()).toEqual([refund]);
    expect(await sale.getOrder()).toMatchObject({ status: 'refunded', refunded_amount: 2000 });
    expect(await sale.keys()).toEqual(['revoked']);
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
    const sale = await sell(free);
    expect(await sale.refuse()).toMatchObject({ status: 403, error: 'NotPermitted' });
  });

  it('that is pending reserves its amount, and is settled in the background', async () => {
    const sale = await sell(fixed(2000), 'pm_card_pendingRefund');
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
    const sale = await sell(fixed(2000), 'pm_card_refundFail');
    const refund = await sale.refund();
    expect(refund).toMatchObject({ status: 'pending', revoke_benefits: true });
    await settleWaitingRefunds(new Date(), 0);
    expect(await sale.refunds()).toMatchObject([{ id: refund.id, status: 'failed' }]);
    expect(await sale.getOrder()).toMatchObject({ status: 'paid', refunded_amount: 0 });
    expect(await sale.keys()).toEqual(['granted']);
    expect((await sale.refund()).amount).toBe(2000);
  });
});
