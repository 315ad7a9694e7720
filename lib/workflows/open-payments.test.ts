import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import { createRefund, listRefunds } from '@/lib/resources/refunds/contract';
import {
  cancelSubscription,
  getSubscription,
  listSubscriptions,
  previewSubscription,
  retrySubscription,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { plan } from '@/lib/resources/subscriptions/life-cycle';
import { lifeCycleOf, lockSubscription } from '@/lib/resources/subscriptions/service';
import { newId } from '@/lib/runtime/ids';
import { preparePlan } from '@/lib/workflows/charge-subscription';
import { settleWaitingRefunds } from '@/lib/workflows/refund-order';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import { buyer, confirm, freeMonthly, makeCheckout, makeKeyProduct, monthly } from '@/testing/shop';

// What may be done to a subscription while its payment is under way, and what becomes of that when the payment is
// settled (docs/contract/subscriptions.md#refused-updates).

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
afterAll(() => expectLedgerIdentities(seller.organizationId));
const as = () => ({ as: seller });

/** A subscription of 1000 a month whose renewal waits for the bank, which will say yes or no. */
async function renewing(outcome: 'success' | 'insufficientFunds', checkout: object = {}) {
  const product = await makeKeyProduct(seller, monthly(1000));
  const opened = await makeCheckout(seller, product.id, checkout);
  const { customer_id } = await confirm(
    opened,
    buyer({ customer_email: `${newId()}@example.com` }),
  );
  const query = { customer_id: [customer_id ?? ''] };
  const [sold] = (await callApi(listSubscriptions, { query }, as())).items;
  const params = { id: sold?.id ?? '' };
  const body = { confirmation_token_id: `pm_usBankAccount_${outcome}` };
  await callApi(setSubscriptionPaymentMethod, { params, body }, as());
  const end = new Date(sold?.current_period_end ?? '');
  await runDueSubscriptions(end);
  const payments = async () =>
    (await callApi(listPayments, { query: { subscription_id: [params.id] } }, as())).items;
  expect(await payments()).toMatchObject([{ status: 'processing' }]);
  return {
    params,
    end,
    payments,
    get: () => callApi(getSubscription, { params }, as()),
    update: (changes: object) => callApi(updateSubscription, { params, body: changes }, as()),
    refuse: (changes: object) => refusal(updateSubscription, { params, body: changes }, as()),
    settle: () => settleWaiting(new Date(end.getTime() + 120_000), 0),
    amounts: async () => {
      const query = { subscription_id: [params.id], sorting: ['created_at' as const] };
      const { items } = await callApi(listOrders, { query }, as());
      return items.map(({ amount }) => amount);
    },
  };
}

/** What a refund that nobody asked for tells of itself. */
const LATE = { reason: 'other', comment: 'The payment arrived after the subscription had ended.' };

const halfOnce = async () => {
  const terms = { type: 'percentage', basis_points: 5000, duration: 'once' } as const;
  return (await callApi(createDiscount, { body: { name: 'Half', ...terms } }, as())).id;
};
const priceOf = async (amount: number) =>
  (await makeKeyProduct(seller, monthly(amount))).prices[0]?.id ?? '';

describe('while a payment is under way', () => {
  it('what charges is 409, and so is a change of what is charged', async () => {
    const { params, refuse, settle } = await renewing('insufficientFunds');
    for (const proration_behavior of ['invoice', 'prorate']) {
      const change = { product_price_id: await priceOf(3000), proration_behavior };
      expect(await refuse(change)).toMatchObject({ status: 409, error: 'Conflict' });
    }
    await settle();
    // Past due: a try by hand waits for the bank again, and a second one for that.
    await callApi(retrySubscription, { params }, as());
    expect(await refusal(retrySubscription, { params }, as())).toMatchObject({ status: 409 });
    const body = { confirmation_token_id: 'pm_card_visa' };
    expect(await refusal(setSubscriptionPaymentMethod, { params, body }, as())).toMatchObject({
      status: 409,
    });
  });

  it('a price for the next period waits, also behind one that is being charged', {
    tags: 'soak',
  }, async () => {
    const { update, get, settle, amounts } = await renewing('success');
    const next = await priceOf(3000);
    await update({ product_price_id: next, proration_behavior: 'next_period' });
    await settle();
    expect(await get()).toMatchObject({ amount: 1000, pending_price_id: next });
    await update({ product_price_id: await priceOf(2000), proration_behavior: 'next_period' });
    await runDueSubscriptions(new Date((await get()).current_period_end ?? ''));
    const last = await priceOf(5000);
    await update({ product_price_id: last, proration_behavior: 'next_period' });
    await settleWaiting(new Date(Date.now() + 100 * 24 * 60 * 60 * 1000), 0);
    expect(await get()).toMatchObject({ amount: 2000, pending_price_id: last });
    expect(await amounts()).toEqual([1000, 1000, 2000]);
  });

  it('a discount that takes the place of another holds from the next charge', {
    tags: 'soak',
  }, async () => {
    const { update, get, settle, amounts } = await renewing('success');
    await settle();
    const [first, second] = [await halfOnce(), await halfOnce()];
    await update({ discount_id: first });
    await runDueSubscriptions(new Date((await get()).current_period_end ?? ''));
    await update({ discount_id: second });
    await settleWaiting(new Date(Date.now() + 100 * 24 * 60 * 60 * 1000), 0);
    const body = { confirmation_token_id: 'pm_card_visa' };
    const { id } = await get();
    await callApi(setSubscriptionPaymentMethod, { params: { id }, body }, as());
    await runDueSubscriptions(new Date((await get()).current_period_end ?? ''));
    expect(await amounts()).toEqual([1000, 1000, 500, 500]);
  });

  it.each([
    ['success', { status: 'active', cancel_at_period_end: true }, 2],
    ['insufficientFunds', { status: 'canceled', next_retry_at: null }, 1],
  ] as const)('cancellation at the end holds whatever the outcome is: %s', async (...given) => {
    const [outcome, expected, orders] = given;
    const { update, get, settle, amounts } = await renewing(outcome);
    await update({ cancel_at_period_end: true });
    await settle();
    expect(await get()).toMatchObject(expected);
    expect(await amounts()).toHaveLength(orders);
  });

  it('a pause stays a pause where the payment fails', { tags: 'soak' }, async () => {
    const { update, get, settle, payments } = await renewing('insufficientFunds');
    await update({ paused: true });
    await settle();
    expect(await get()).toMatchObject({ status: 'active', next_retry_at: null });
    expect((await get()).paused_at).not.toBeNull();
    await runDueSubscriptions(new Date(Date.now() + 90 * 24 * 60 * 60 * 1000));
    expect(await payments()).toMatchObject([{ status: 'declined' }]);
  });

  it('a refund of the old period waits, and does not lower the one that was paid', {
    tags: 'soak',
  }, async () => {
    const { params, end, get, settle } = await renewing('success');
    const query = { subscription_id: [params.id] };
    const [order] = (await callApi(listOrders, { query }, as())).items;
    const body = { order_id: order?.id ?? '', reason: 'other' as const };
    expect(await refusal(createRefund, { body }, as())).toMatchObject({ status: 409 });
    await settle();
    expect(await get()).toMatchObject({ current_period_start: end.toISOString() });
    expect(await callApi(createRefund, { body }, as())).toMatchObject({ status: 'succeeded' });
    const change = { product_price_id: await priceOf(400) };
    const { lines } = await callApi(previewSubscription, { params, query: change }, as());
    expect(lines.map(({ amount }) => amount).slice(0, 2)).toEqual([-1000, 400]);
  });

  it('DELETE works, and money that arrives later makes its order alone, which is refunded', {
    tags: 'soak',
  }, async () => {
    const { params, get, settle, amounts, payments } = await renewing('success');
    await callApi(cancelSubscription, { params }, as());
    await Promise.all([settle(), settle()]);
    expect(await get()).toMatchObject({ status: 'canceled' });
    expect(await amounts()).toEqual([1000, 1000]);
    expect(await payments()).toMatchObject([{ status: 'succeeded' }]);
    const query = { subscription_id: [params.id] };
    const refunds = async () => (await callApi(listRefunds, { query }, as())).items;
    const [refund, ...others] = await refunds();
    expect(others).toEqual([]);
    expect(refund).toMatchObject({
      status: 'pending',
      amount: 1000,
      revoke_benefits: false,
      ...LATE,
    });
    // A bank takes its time with a refund as well.
    const realTime = new Date();
    await Promise.all([settleWaitingRefunds(realTime), settleWaitingRefunds(realTime)]);
    expect(await refunds()).toMatchObject([{ id: refund?.id, status: 'pending' }]);
    await settleWaitingRefunds(new Date(realTime.getTime() + 61_000));
    expect(await refunds()).toMatchObject([{ id: refund?.id, status: 'succeeded' }]);
    const { items } = await callApi(
      listOrders,
      { query: { ...query, status: ['refunded'] } },
      as(),
    );
    expect(items).toMatchObject([{ id: refund?.order_id, refunded_amount: 1000 }]);
  });
});

describe('a checkout that upgrades a free subscription', () => {
  async function subscribeFree() {
    const { id } = await makeKeyProduct(seller, freeMonthly);
    const checkout = await makeCheckout(seller, id);
    const { customer_id } = await confirm(checkout, { customer_email: `${newId()}@example.com` });
    const list = async () => {
      const query = { customer_id: [customer_id ?? ''] };
      return (await callApi(listSubscriptions, { query }, as())).items;
    };
    const [free] = await list();
    return { params: { id: free?.id ?? '' }, list };
  }

  async function upgrade(id: string, method: string) {
    const paid = await makeKeyProduct(seller, monthly(1500));
    const checkout = await makeCheckout(seller, paid.id, { subscription_id: id });
    await confirm(checkout, buyer({ confirmation_token_id: method }));
    return paid;
  }

  it('while its payment is under way, the price is not changed by hand as well', {
    tags: 'soak',
  }, async () => {
    const { params, list } = await subscribeFree();
    await upgrade(params.id, 'pm_usBankAccount_success');
    const body = { product_price_id: await priceOf(3000) };
    expect(await refusal(updateSubscription, { params, body }, as())).toMatchObject({
      status: 409,
      error: 'Conflict',
    });
    await settleWaiting(new Date(Date.now() + 120_000), 0);
    expect(await list()).toMatchObject([{ id: params.id, amount: 1500, status: 'active' }]);
  });

  it('money that arrives after DELETE makes an order of the ended one, which is refunded', {
    tags: 'soak',
  }, async () => {
    const { params, list } = await subscribeFree();
    const { benefits } = await upgrade(params.id, 'pm_usBankAccount_success');
    await callApi(cancelSubscription, { params }, as());
    await Promise.all([1, 2].map(() => settleWaiting(new Date(Date.now() + 120_000), 0)));
    expect(await list()).toMatchObject([{ id: params.id, status: 'canceled', amount: null }]);
    const query = { subscription_id: [params.id] };
    const refunds = async () => (await callApi(listRefunds, { query }, as())).items;
    const [refund] = await refunds();
    expect(await refunds()).toMatchObject([{ amount: 1500, revoke_benefits: false, ...LATE }]);
    const realTime = Date.now();
    await settleWaitingRefunds(new Date(realTime));
    await settleWaitingRefunds(new Date(realTime + 61_000));
    expect(await refunds()).toMatchObject([{ id: refund?.id, status: 'succeeded' }]);
    const sorted = { ...query, sorting: ['-created_at' as const] };
    const [order] = (await callApi(listOrders, { query: sorted }, as())).items;
    expect(order).toMatchObject({
      billing_reason: 'subscription_update',
      status: 'refunded',
      refunded_amount: 1500,
      lines: [{ amount: 1500, period_start: null, period_end: null }],
    });
    const key = { id: benefits[0]?.id ?? '' };
    expect((await callApi(listBenefitGrants, { params: key }, as())).items).toEqual([]);
  });

  it('a payment method that is only set up after DELETE starts nothing', {
    tags: 'soak',
  }, async () => {
    const { params, list } = await subscribeFree();
    const trial = await makeKeyProduct(seller, monthly(1500, { trial_days: 7 }));
    const checkout = await makeCheckout(seller, trial.id, { subscription_id: params.id });
    await confirm(checkout, buyer({ confirmation_token_id: 'pm_usBankAccount_success' }));
    await callApi(cancelSubscription, { params }, as());
    await settleWaiting(new Date(Date.now() + 120_000), 0);
    expect(await list()).toMatchObject([{ id: params.id, amount: null }]);
    const query = { subscription_id: [params.id] };
    expect((await callApi(listRefunds, { query }, as())).items).toEqual([]);
  });

  it('ends its pause, its cancellation and its pending price, so that it renews', {
    tags: 'soak',
  }, async () => {
    const { params, list } = await subscribeFree();
    const next = { product_price_id: await priceOf(3000), proration_behavior: 'next_period' };
    for (const body of [next, { cancel_at_period_end: true }, { paused: true }]) {
      await callApi(updateSubscription, { params, body: body as object }, as());
    }
    await upgrade(params.id, 'pm_card_visa');
    const [upgraded] = await list();
    expect(upgraded).toMatchObject({
      paused_at: null,
      pending_price_id: null,
      cancel_at_period_end: false,
      canceled_at: null,
    });
    const { items: before } = await callApi(
      listOrders,
      { query: { subscription_id: [params.id] } },
      as(),
    );
    await runDueSubscriptions(new Date(upgraded?.current_period_end ?? ''));
    const { items: after } = await callApi(
      listOrders,
      { query: { subscription_id: [params.id] } },
      as(),
    );
    expect(after).toHaveLength(before.length + 1);
    expect(after).toEqual(expect.arrayContaining([expect.objectContaining({ amount: 1500 })]));
  });
});

it('a renewal that a crash cuts off before its charge is charged then, and not declined', async () => {
  const product = await makeKeyProduct(seller, monthly(1000));
  const checkout = await makeCheckout(seller, product.id);
  await confirm(checkout, buyer({ customer_email: `${newId()}@example.com` }));
  const query = { product_id: [product.id] };
  const [sold] = (await callApi(listSubscriptions, { query }, as())).items;
  const params = { id: sold?.id ?? '' };
  const now = new Date(sold?.current_period_end ?? '');
  await transaction(systemScope(seller.organizationId, now), async (scope) => {
    const row = await lockSubscription(scope, params.id);
    const before = await lifeCycleOf(scope, row);
    const due = plan(before, { type: 'run_due', catchUp: true, dunningEnd: 'canceled' }, now);
    await preparePlan(scope, row, before, due, { now, idempotencyId: null });
  });
  const renewed = { status: 'active', current_period_start: now.toISOString() };
  expect(await callApi(getSubscription, { params }, as())).not.toMatchObject(renewed);
  await Promise.all([settleWaiting(now, 0), settleWaiting(now, 0)]);
  expect(await callApi(getSubscription, { params }, as())).toMatchObject(renewed);
});
