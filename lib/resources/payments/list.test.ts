import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { Prisma } from '@/lib/database/generated/client';
import { listOrders } from '@/lib/resources/orders/contract';
import { exportPayments, listPayments } from '@/lib/resources/payments/contract';
import type { Payment } from '@/lib/resources/payments/schema';
import { listSubscriptions, updateSubscription } from '@/lib/resources/subscriptions/contract';
import { callApi, sendRaw } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  free,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';

let seller: Seller;
let product: { id: string };
beforeAll(async () => {
  seller = await makeSeller();
  product = await makeProduct(seller);
});

const list = (query: NonNullable<ContractInput<typeof listPayments>['query']> = {}) =>
  callApi(listPayments, { query: { limit: 100, ...query } }, { as: seller });
const of = async (checkout: { id: string }, query: object = {}): Promise<Payment[]> =>
  (await list({ checkout_id: [checkout.id], ...query })).items;

const CARD = 'pm_card_chargeDeclinedInsufficientFunds';
const card = (confirmation_token_id: string) => buyer({ confirmation_token_id });

describe('payments', () => {
  it('are every try to pay, with its outcome, checkout and order', async () => {
    const checkout = await makeCheckout(seller, product.id);
    await refuseConfirm(checkout, card(CARD));
    await confirm(checkout);
    const [paid, declined, ...others] = await of(checkout);
    expect(others).toEqual([]);
    const { items } = await callApi(
      listOrders,
      { query: { checkout_id: [checkout.id] } },
      { as: seller },
    );
    const [order] = items;
    expect(declined).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: expect.any(String),
      organization_id: seller.organizationId,
      payment_processor: 'stripe',
      status: 'declined',
      amount: 2000,
      currency: 'usd',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      fee_amount: null,
      net_amount: null,
      settlement_currency: null,
      processor_url: null,
      payment_method: { type: 'card', brand: 'visa', last4: '9995' },
      checkout_id: checkout.id,
      checkout: {
        id: checkout.id,
        created_at: checkout.created_at,
        status: 'succeeded',
        customer_id: order?.customer_id,
        customer_name: 'Bo Buyer',
        customer_email: 'buyer@example.com',
        product_id: product.id,
        product_price_id: checkout.product_price_id,
      },
      subscription_id: null,
      order_id: null,
      order: null,
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      code: null,
      decline_code: null,
      payment_method: { type: 'card', brand: 'visa', last4: '4242' },
      order_id: order?.id,
      order: {
        id: order?.id,
        amount: 2000,
        tax_amount: 0,
        currency: 'usd',
        billing_reason: 'purchase',
        customer_id: order?.customer_id,
      },
    });
  });

  it('are none where nothing was to be paid, and of 0 where a card was only set up', async () => {
    const gift = await makeCheckout(seller, (await makeProduct(seller, free)).id);
    await confirm(gift);
    expect(await of(gift)).toEqual([]);
    const trial = await makeProduct(seller, monthly(1500, { trial_days: 7 }));
    const begun = await makeCheckout(seller, trial.id);
    await confirm(begun);
    expect(await of(begun)).toMatchObject([
      { status: 'succeeded', amount: 0, payment_method: { last4: '4242' }, order: null },
    ]);
  });

  it('that take their time are processing', async () => {
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, card('pm_usBankAccount'));
    expect(await of(checkout)).toMatchObject([
      {
        status: 'processing',
        modified_at: null,
        payment_method: { type: 'us_bank_account', last4: '6789' },
        checkout: { status: 'confirmed' },
      },
    ]);
  });

  it('of earlier versions, which did not keep what was charged, say so by null', async () => {
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout);
    const where = { checkoutId: checkout.id };
    const data = { paymentMethodDetails: Prisma.DbNull };
    await db(null).paymentAttempt.updateMany({ where, data });
    expect(await of(checkout)).toMatchObject([{ status: 'succeeded', payment_method: null }]);
  });

  it('are exported with what was charged', async () => {
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, card('pm_card_mastercard'));
    const search = `checkout_id=${checkout.id}`;
    const headers = { Accept: 'text/csv' };
    const response = await sendRaw(exportPayments, { search }, { as: seller, headers });
    expect(await response.text()).toContain('card,mastercard,4444');
  });

  it('are found by status, order, buyer, code and time', async () => {
    const checkout = await makeCheckout(seller, product.id);
    await refuseConfirm(checkout, card('pm_card_chargeDeclinedExpiredCard'));
    await confirm(
      checkout,
      buyer({ customer_name: 'Zoë Payer', customer_email: 'zp@example.com' }),
    );
    const [paid, declined] = await of(checkout);
    const found = async (query: object) => (await of(checkout, query)).map(({ id }) => id);
    expect(await found({ status: ['declined'] })).toEqual([declined?.id]);
    expect(await found({ status: ['pending', 'succeeded'] })).toEqual([paid?.id]);
    expect(await found({ order_id: [paid?.order_id] })).toEqual([paid?.id]);
    expect(await found({ query: 'zoë pay' })).toEqual([paid?.id, declined?.id]);
    expect(await found({ query: 'ZP@example' })).toEqual([paid?.id, declined?.id]);
    expect(await found({ query: 'expired_card' })).toEqual([declined?.id]);
    expect(await found({ query: paid?.id.slice(-10) })).toEqual([paid?.id]);
    expect(await found({ created_after: paid?.created_at })).toEqual([paid?.id]);
    expect(await found({ created_before: paid?.created_at })).toEqual([declined?.id]);
    expect(await found({ sorting: ['created_at'] })).toEqual([declined?.id, paid?.id]);
    expect(await found({ sorting: ['-status'] })).toEqual([declined?.id, paid?.id]);
    expect(await found({ organization_id: [product.id] })).toEqual([]);
  });

  it('are found by customer: tries to buy, and charges of a subscription', async () => {
    const sold = await makeCheckout(seller, product.id);
    await refuseConfirm(sold, card(CARD));
    const someone = { customer_email: 'one.of.them@example.com' };
    const { customer_id } = await confirm(sold, buyer(someone));
    const plan = await makeProduct(seller, monthly());
    const subscribed = await makeCheckout(seller, plan.id);
    await confirm(subscribed, buyer(someone));
    const { items } = await callApi(
      listSubscriptions,
      { query: { customer_id: [customer_id ?? ''] } },
      { as: seller },
    );
    const params = { id: items[0]?.id ?? '' };
    const more = await makeProduct(seller, monthly(9000));
    const [price] = more.prices;
    const body = { product_price_id: price?.id, proration_behavior: 'invoice' } as const;
    await callApi(updateSubscription, { params, body }, { as: seller });
    await confirm(await makeCheckout(seller, product.id));
    const found = await list({ customer_id: [customer_id ?? ''] });
    const checkouts = found.items.map(({ checkout_id }) => checkout_id);
    expect(checkouts).toEqual([null, subscribed.id, sold.id, sold.id]);
    expect(found.items[0]?.subscription_id).toBe(params.id);
  });

  it('show of the card what may be shown, and nothing of what the buyer sent', async () => {
    const checkout = await makeCheckout(seller, product.id);
    await refuseConfirm(checkout, card(CARD));
    const response = await sendRaw(listPayments, { search: 'limit=100' }, { as: seller });
    const text = await response.text();
    expect(text).toContain(checkout.id);
    expect(text).not.toContain(CARD);
    expect(text).not.toContain('pm_card');
    expect(text).not.toContain(checkout.client_secret);
    expect(text).not.toMatch(/"payment_method":"|reference|idempotency|"update"/i);
  });
});
