import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createDiscount, getDiscount } from '@/lib/resources/discounts/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import {
  cancelCustomerSubscription,
  cancelSubscription,
  getSubscription,
  getSubscriptionHistory,
  listSubscriptions,
  previewSubscription,
  retrySubscription,
  setSubscriptionPaymentMethod,
  updateCustomerSubscription,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { TRANSITIONS } from '@/lib/resources/subscriptions/life-cycle';
import { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSale, makeSeller, makeSubscription, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  freeMonthly,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
  yearly,
} from '@/testing/shop';

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
const as = () => ({ as: seller });

/** Sells a product with a key and returns its subscription. */
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
  const email = `buyer-${crypto.randomUUID()}@example.com`;
  const opened = await makeCheckout(seller, product.id, checkout);
  const { customer_id } = await confirm(
    opened,
    buyer({ customer_email: email, confirmation_token_id: method }),
  );
  const query = { customer_id: [customer_id ?? ''] };
  const { items } = await callApi(listSubscriptions, { query }, as());
  const [subscription] = items;
  if (!subscription) throw new Error('No subscription was sold');
  return { id: subscription.id, customerId: customer_id ?? '', product };
}

const get = (id: string) => callApi(getSubscription, { params: { id } }, as());
const update = (id: string, body: object) =>
  callApi(updateSubscription, { params: { id }, body }, as());
const refuse = (id: string, body: object) =>
  refusal(updateSubscription, { params: { id }, body }, as());
const preview = (id: string, query: object = {}) =>
  callApi(previewSubscription, { params: { id }, query }, as());
const ordersOf = async (id: string) =>
  (await callApi(listOrders, { query: { subscription_id: [id], sorting: ['created_at'] } }, as()))
    .items;
const paymentsOf = async (id: string) =>
  (await callApi(listPayments, { query: { subscription_id: [id], sorting: ['created_at'] } }, as()))
    .items;
const keysOf = async (customerId: string) =>
  (await callApi(listLicenseKeys, { query: { customer_id: [customerId] } }, as())).items;
const endOf = async (id: string) => new Date((await get(id)).current_period_end ?? '');

/** Puts the middle of the present period at this moment. */
async function toMiddleOfPeriod(id: string) {
  const now = Date.now();
  await db(null).subscription.update({
    where: { id },
    data: {
      currentPeriodStart: new Date(now - 15 * DAY_MS),
      currentPeriodEnd: new Date(now + 15 * DAY_MS),
      nextActionAt: new Date(now + 15 * DAY_MS),
    },
  });
}

/** Runs the renewal that is due at the end of the period; returns that moment. */
async function renew(id: string): Promise<Date> {
  const end = await endOf(id);
  await runDueSubscriptions(end);
  return end;
}

describe('renewal', () => {
  it('charges the stored payment method, makes an order and moves the period on', {
    tags: 'soak',
  }, async () => {
    const { id } = await subscribe();
    const before = await get(id);
    const end = await renew(id);
    const after = await get(id);
    expect(after).toMatchObject({ status: 'active', current_period_start: end.toISOString() });
    expect(after.current_period_end).not.toBe(before.current_period_end);
    const [first, second] = await ordersOf(id);
    expect(first).toMatchObject({ billing_reason: 'subscription_create', amount: 1000 });
    expect(second).toMatchObject({
      billing_reason: 'subscription_cycle',
      amount: 1000,
      created_at: end.toISOString(),
      checkout_id: null,
      billing_name: 'Bo Buyer',
      lines: [
        {
          description: 'A product',
          amount: 1000,
          period_start: end.toISOString(),
          period_end: after.current_period_end,
        },
      ],
    });
    const payments = await paymentsOf(id);
    expect(payments).toMatchObject([
      {
        status: 'succeeded',
        amount: 1000,
        payment_method: { brand: 'visa', last4: '4242' },
        checkout_id: null,
        order_id: second?.id,
      },
    ]);
    const charges = await db(null).sandboxCharge.findMany({
      where: { idempotencyKey: payments[0]?.id ?? '' },
    });
    expect(charges).toMatchObject([{ amount: 1000, outcome: 'succeeded' }]);
  });

  it('does nothing before its time', async () => {
    const { id } = await subscribe();
    await runDueSubscriptions(new Date((await endOf(id)).getTime() - 1));
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it('happens once, however many workers run', async () => {
    const { id } = await subscribe();
    const end = await endOf(id);
    await Promise.all([1, 2, 3, 4].map(() => runDueSubscriptions(end)));
    expect(await ordersOf(id)).toHaveLength(2);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('found months late charges once, for the period that contains now', async () => {
    const { id } = await subscribe();
    const late = new Date((await endOf(id)).getTime() + 100 * DAY_MS);
    await runDueSubscriptions(late);
    expect(await ordersOf(id)).toHaveLength(2);
    const { current_period_start, current_period_end } = await get(id);
    expect(new Date(current_period_start) <= late).toBe(true);
    expect(new Date(current_period_end ?? 0) > late).toBe(true);
  });

  it('after a trial is the first order', async () => {
    const { id } = await subscribe({ prices: monthly(1000, { trial_days: 7 }) });
    expect(await get(id)).toMatchObject({ status: 'trialing' });
    expect(await ordersOf(id)).toEqual([]);
    await renew(id);
    expect(await get(id)).toMatchObject({ status: 'active' });
    expect(await ordersOf(id)).toMatchObject([
      { billing_reason: 'subscription_create', amount: 1000 },
    ]);
  });

  it('of a free subscription makes an order of 0 without a charge', async () => {
    const { id } = await subscribe({ prices: freeMonthly });
    await renew(id);
    expect((await ordersOf(id)).map(({ amount }) => amount)).toEqual([0, 0]);
    expect(await paymentsOf(id)).toEqual([]);
  });

  it.each([
    ['once', {}, [500, 1000, 1000]],
    ['repeating', { duration_in_months: 2 }, [500, 500, 1000]],
    ['forever', {}, [500, 500, 500]],
  ] as const)(
    'with a discount %s names it where it lowers the order',
    { tags: 'soak' },
    async (duration, more, amounts) => {
      const discount = await callApi(
        createDiscount,
        {
          body: {
            name: 'Half',
            type: 'percentage',
            basis_points: 5000,
            duration,
            ...more,
          } as never,
        },
        as(),
      );
      const { id } = await subscribe({ discount_id: discount.id });
      await renew(id);
      await renew(id);
      const orders = await ordersOf(id);
      expect(orders.map(({ amount }) => amount)).toEqual(amounts);
      const named = amounts.map((amount) => (amount < 1000 ? discount.id : null));
      expect(orders.map(({ discount_id }) => discount_id)).toEqual(named);
      expect(orders.map((order) => order.discount?.id ?? null)).toEqual(named);
    },
  );
});

describe('a failed renewal', () => {
  it('makes it past due, keeps the key, retries on days 1, 3, 5 and 7, then ends it', async () => {
    const { id, customerId } = await subscribe({ method: 'pm_sandbox_declineAfter1' });
    const end = await renew(id);
    const failed = await get(id);
    expect(failed).toMatchObject({
      status: 'past_due',
      current_period_end: end.toISOString(),
      next_retry_at: new Date(end.getTime() + DAY_MS).toISOString(),
    });
    for (const day of [1, 3, 5, 7]) {
      expect(await keysOf(customerId)).toMatchObject([{ status: 'granted' }]);
      await runDueSubscriptions(new Date(end.getTime() + day * DAY_MS));
    }
    const ended = await get(id);
    expect(ended).toMatchObject({
      status: 'canceled',
      ended_at: new Date(end.getTime() + 7 * DAY_MS).toISOString(),
      next_retry_at: null,
    });
    expect(await keysOf(customerId)).toMatchObject([{ status: 'revoked' }]);
    const payments = await paymentsOf(id);
    expect(payments.map(({ status, decline_code }) => [status, decline_code])).toEqual(
      Array.from({ length: 5 }, () => ['declined', 'insufficient_funds']),
    );
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it('ends unpaid where the organization says so; another card brings it and its key back', {
    tags: 'soak',
  }, async () => {
    const strict = await makeSeller();
    const settings = { subscription_settings: { dunning_end: 'unpaid' as const } };
    const params = { id: strict.organizationId };
    const shop = { as: strict };
    await callApi(updateOrganization, { params, body: settings }, shop);
    const product = await makeKeyProduct(strict, monthly(1000));
    const token = buyer({ confirmation_token_id: 'pm_sandbox_declineAfter1' });
    const { customer_id } = await confirm(await makeCheckout(strict, product.id), token);
    const [sold] = (await callApi(listSubscriptions, {}, shop)).items;
    const id = sold?.id ?? '';
    const end = new Date(sold?.current_period_end ?? '');
    for (const day of [0, 1, 3, 5, 7]) {
      await runDueSubscriptions(new Date(end.getTime() + day * DAY_MS));
    }
    const key = async () =>
      (await callApi(listLicenseKeys, { query: { customer_id: [customer_id ?? ''] } }, shop)).items;
    expect(await callApi(getSubscription, { params: { id } }, shop)).toMatchObject({
      status: 'unpaid',
    });
    const [revoked] = await key();
    expect(revoked?.status).toBe('revoked');
    expect(await callApi(previewSubscription, { params: { id } }, shop)).toMatchObject({
      next_charge_at: null,
      next_charge_amount: 1000,
      benefits_granted: 1,
      benefits_revoked: 0,
      ends_at: null,
    });

    const declined = await refusal(
      setSubscriptionPaymentMethod,
      { params: { id }, body: { confirmation_token_id: 'pm_card_chargeDeclined' } },
      shop,
    );
    expect(declined).toMatchObject({ status: 400, body: { error: 'PaymentError' } });
    const paid = await callApi(
      setSubscriptionPaymentMethod,
      { params: { id }, body: { confirmation_token_id: 'pm_card_mastercard' } },
      shop,
    );
    expect(paid).toMatchObject({
      status: 'active',
      ended_at: null,
      payment_method: { type: 'card', brand: 'mastercard', last4: '4444' },
    });
    expect(await key()).toMatchObject([{ id: revoked?.id, key: revoked?.key, status: 'granted' }]);
  });

  it('is paid by a retry by hand, and the period moves on from its old end', async () => {
    const { id } = await subscribe({ method: 'pm_sandbox_authenticateRenewals' });
    const end = await renew(id);
    expect((await paymentsOf(id))[0]).toMatchObject({ code: 'authentication_required' });
    expect(await refusal(retrySubscription, { params: { id } }, as())).toMatchObject({
      status: 400,
      body: { code: 'authentication_required' },
    });
    const body = { confirmation_token_id: 'pm_card_visa' };
    const paid = await callApi(setSubscriptionPaymentMethod, { params: { id }, body }, as());
    expect(paid).toMatchObject({ status: 'active', current_period_start: end.toISOString() });
    expect(await refusal(retrySubscription, { params: { id } }, as())).toMatchObject({
      status: 403,
      body: { error: 'NotPermitted' },
    });
  });

  it('for want of a payment method is one, too', async () => {
    const { id } = await subscribe();
    await db(null).subscription.update({ where: { id }, data: { paymentMethod: null } });
    await renew(id);
    expect(await get(id)).toMatchObject({ status: 'past_due' });
    expect(await paymentsOf(id)).toMatchObject([{ status: 'declined', code: 'no_payment_method' }]);
  });

  it('is none when only the answer is lost', async () => {
    const { id } = await subscribe({ method: 'pm_sandbox_timeout' });
    await renew(id);
    expect(await get(id)).toMatchObject({ status: 'active' });
    expect(await paymentsOf(id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is not known yet while the bank takes its time; the outcome settles it once', async () => {
    const { id } = await subscribe();
    const body = { confirmation_token_id: 'pm_usBankAccount_success' };
    await callApi(setSubscriptionPaymentMethod, { params: { id }, body }, as());
    const end = await renew(id);
    await runDueSubscriptions(end);
    expect(await paymentsOf(id)).toMatchObject([{ status: 'processing' }]);
    expect(await refusal(retrySubscription, { params: { id } }, as())).toMatchObject({
      status: 403,
    });
    const arrived = new Date(end.getTime() + 60_000);
    await Promise.all([settleWaiting(arrived), settleWaiting(arrived)]);
    expect(await paymentsOf(id)).toMatchObject([{ status: 'succeeded' }]);
    expect(await ordersOf(id)).toHaveLength(2);
  });
});

describe('cancellation', () => {
  it('at the end of the period: what it was is kept until then, and can be undone', async () => {
    const { id, customerId } = await subscribe();
    const canceled = await update(id, {
      cancel_at_period_end: true,
      cancellation_reason: 'too_expensive',
      cancellation_comment: 'Too much',
    });
    expect(canceled).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancellation_reason: 'too_expensive',
      cancellation_comment: 'Too much',
    });
    expect(canceled.canceled_at).not.toBeNull();
    const kept = await update(id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, canceled_at: null });
    await update(id, { cancel_at_period_end: true });
    const end = await renew(id);
    expect(await get(id)).toMatchObject({ status: 'canceled', ended_at: end.toISOString() });
    expect(await ordersOf(id)).toHaveLength(1);
    expect(await keysOf(customerId)).toMatchObject([{ status: 'revoked' }]);
  });

  it('now: ended without a refund; from then on only metadata change', async () => {
    const { id, customerId } = await subscribe();
    const ended = await callApi(cancelSubscription, { params: { id } }, as());
    expect(ended).toMatchObject({ status: 'canceled', cancel_at_period_end: false });
    expect(await keysOf(customerId)).toMatchObject([{ status: 'revoked' }]);
    expect(await refuse(id, { cancel_at_period_end: true })).toMatchObject({
      status: 403,
      body: { error: 'AlreadyCanceledSubscription' },
    });
    expect(await refusal(cancelSubscription, { params: { id } }, as())).toMatchObject({
      status: 403,
      body: { error: 'AlreadyCanceledSubscription' },
    });
    expect(await update(id, { metadata: { note: 'gone' } })).toMatchObject({
      metadata: { note: 'gone' },
    });
  });

  it('of a past due one ends it at once', async () => {
    const { id } = await subscribe({ method: 'pm_sandbox_declineAfter1' });
    await renew(id);
    expect(await update(id, { cancel_at_period_end: true })).toMatchObject({ status: 'canceled' });
  });
});

describe('pause', () => {
  it('stops renewals, and moves the end of the period by its length', async () => {
    const { id, customerId } = await subscribe();
    const end = await endOf(id);
    expect((await update(id, { paused: true })).paused_at).not.toBeNull();
    await runDueSubscriptions(new Date(end.getTime() + 60 * DAY_MS));
    expect(await ordersOf(id)).toHaveLength(1);
    expect(await keysOf(customerId)).toMatchObject([{ status: 'granted' }]);
    expect(
      await refuse(id, { product_price_id: (await makeProduct(seller, monthly())).prices[0]?.id }),
    ).toMatchObject({
      status: 403,
      body: { error: 'NotPermitted' },
    });
    await db(null).subscription.update({
      where: { id },
      data: { pausedAt: new Date(Date.now() - 10 * DAY_MS) },
    });
    const resumed = await update(id, { paused: false });
    const moved = new Date(resumed.current_period_end ?? '').getTime() - end.getTime();
    expect(resumed.paused_at).toBeNull();
    expect(Math.round(moved / DAY_MS)).toBe(10);
  });
});

describe('change of price', () => {
  const priceOf = async (prices: Parameters<typeof makeProduct>[1]) =>
    (await makeKeyProduct(seller, prices)).prices[0]?.id ?? '';

  it('invoice: charges the difference for the rest of the period now', async () => {
    const { id, customerId } = await subscribe();
    await toMiddleOfPeriod(id);
    const product_price_id = await priceOf(monthly(3000));
    const expected = await preview(id, { product_price_id });
    expect(expected).toMatchObject({
      amount_now: 1000,
      credit_after: 0,
      next_charge_amount: 3000,
      benefits_granted: 1,
      benefits_revoked: 1,
      keys_revoked: 1,
      ends_at: null,
    });
    expect(expected.lines.map(({ amount }) => amount)).toEqual([-500, 1500]);
    const changed = await update(id, { product_price_id });
    expect(changed).toMatchObject({ price_id: product_price_id, amount: 3000 });
    const [, order] = await ordersOf(id);
    expect(order).toMatchObject({ billing_reason: 'subscription_update', amount: 1000 });
    expect(order?.lines.map(({ amount }) => amount)).toEqual([-500, 1500]);
    const keys = await keysOf(customerId);
    expect(keys.map(({ status }) => status).toSorted()).toEqual(['granted', 'revoked']);
  });

  it('declined: nothing has changed, notes neither', async () => {
    const { id } = await subscribe({ method: 'pm_sandbox_declineAfter1' });
    const before = await get(id);
    const failure = await refuse(id, {
      product_price_id: await priceOf(monthly(3000)),
      metadata: { plan: 'pro' },
    });
    expect(failure).toMatchObject({ status: 400, body: { error: 'PaymentError' } });
    expect(await get(id)).toEqual(before);
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it('to a lower price: the rest is credit, which the next renewals use up', async () => {
    const { id } = await subscribe({ prices: monthly(3000) });
    await toMiddleOfPeriod(id);
    const product_price_id = await priceOf(monthly(1000));
    expect(await update(id, { product_price_id })).toMatchObject({ credit: 1000, amount: 1000 });
    expect((await ordersOf(id)).at(-1)).toMatchObject({ amount: 0 });
    await renew(id);
    expect(await get(id)).toMatchObject({ credit: 0 });
    expect((await ordersOf(id)).at(-1)).toMatchObject({
      billing_reason: 'subscription_cycle',
      amount: 0,
    });
  });

  it('prorate: the difference waits for the renewal', async () => {
    const { id } = await subscribe();
    await toMiddleOfPeriod(id);
    const product_price_id = await priceOf(monthly(3000));
    await update(id, { product_price_id, proration_behavior: 'prorate' });
    expect(await ordersOf(id)).toHaveLength(1);
    expect(await preview(id)).toMatchObject({ amount_now: 0, next_charge_amount: 4000 });
    await renew(id);
    expect((await ordersOf(id)).at(-1)).toMatchObject({ amount: 4000 });
  });

  it('next_period: the price changes at the renewal', async () => {
    const { id } = await subscribe();
    const product_price_id = await priceOf(yearly(20_000));
    const waiting = await update(id, { product_price_id, proration_behavior: 'next_period' });
    expect(waiting).toMatchObject({ amount: 1000, pending_price_id: product_price_id });
    await renew(id);
    expect(await get(id)).toMatchObject({
      amount: 20_000,
      recurring_interval: 'year',
      pending_price_id: null,
    });
  });

  it('another interval: a new period starts now', async () => {
    const { id } = await subscribe();
    await toMiddleOfPeriod(id);
    await update(id, { product_price_id: await priceOf(yearly(20_000)) });
    expect((await ordersOf(id)).at(-1)).toMatchObject({ amount: 19_500 });
    const { current_period_start } = await get(id);
    expect(Date.now() - new Date(current_period_start).getTime()).toBeLessThan(60_000);
  });

  it('in a trial: without a charge', async () => {
    const { id } = await subscribe({ prices: monthly(1000, { trial_days: 7 }) });
    const end = await endOf(id);
    const changed = await update(id, { product_price_id: await priceOf(monthly(3000)) });
    expect(changed).toMatchObject({ status: 'trialing', amount: 3000 });
    expect(await endOf(id)).toEqual(end);
    expect(await paymentsOf(id)).toEqual([]);
  });

  it.each([
    ['unknown', async () => crypto.randomUUID()],
    ['one-time', () => priceOf(fixed())],
    ['the present one', async (id: string) => (await get(id)).price_id],
    [
      'of another seller',
      async () => (await makeProduct(await makeSeller(), monthly())).prices[0]?.id ?? '',
    ],
  ])('refuses a price that is %s', async (_, price) => {
    const { id } = await subscribe();
    const failure = await refuse(id, { product_price_id: await price(id) });
    expect(places(failure)).toEqual(['body.product_price_id']);
  });

  it('charges once for one idempotency key, and once for two at once', async () => {
    const { id } = await subscribe();
    await toMiddleOfPeriod(id);
    const input = { params: { id }, body: { product_price_id: await priceOf(monthly(3000)) } };
    const options = { as: seller, idempotencyKey: crypto.randomUUID() };
    const first = await callApi(updateSubscription, input, options);
    expect(await callApi(updateSubscription, input, options)).toEqual(first);
    expect(await paymentsOf(id)).toHaveLength(1);

    const other = { params: { id }, body: { product_price_id: await priceOf(monthly(9000)) } };
    const answers = await Promise.allSettled([
      callApi(updateSubscription, other, as()),
      callApi(updateSubscription, other, as()),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await paymentsOf(id)).toHaveLength(2);
  });
});

describe('discount', () => {
  it('set later holds from the next charge, and counts as a redemption', {
    tags: 'soak',
  }, async () => {
    const { id } = await subscribe();
    const { id: discount_id } = await callApi(
      createDiscount,
      {
        body: {
          name: 'Off',
          type: 'fixed',
          amount: 400,
          currency: 'usd',
          duration: 'forever',
          max_redemptions: 1,
        },
      },
      as(),
    );
    expect(await update(id, { discount_id })).toMatchObject({ discount_id });
    const redeemed = await callApi(getDiscount, { params: { id: discount_id } }, as());
    expect(redeemed.redemptions_count).toBe(1);
    await renew(id);
    expect((await ordersOf(id)).at(-1)).toMatchObject({ amount: 600, discount_id });
    const { id: other } = await subscribe();
    expect(places(await refuse(other, { discount_id }))).toEqual(['body.discount_id']);
    expect(await update(id, { discount_id: null })).toMatchObject({ discount_id: null });
  });
});

describe('the customer', () => {
  const sessionOf = async (customerId: string) => {
    const body = { customer_id: customerId };
    const { token } = await callApi(createCustomerSession, { body }, as());
    return { as: { token } };
  };

  it('changes to another price of the same product, and cancels once', async () => {
    const prices = [...(monthly(1000) ?? []), ...yearly(9000)];
    const { id, customerId, product } = await subscribe({ prices });
    const session = await sessionOf(customerId);
    const year = product.prices.find(
      (price) => price.type === 'recurring' && price.recurring_interval === 'year',
    );
    const foreign = (await makeProduct(seller, monthly(2000))).prices[0]?.id ?? '';
    const refused = await refusal(
      updateCustomerSubscription,
      { params: { id }, body: { product_price_id: foreign } },
      session,
    );
    expect(places(refused)).toEqual(['body.product_price_id']);
    const changed = await callApi(
      updateCustomerSubscription,
      { params: { id }, body: { product_price_id: year?.id ?? '' } },
      session,
    );
    expect(changed).toMatchObject({ recurring_interval: 'year' });
    expect(changed).not.toHaveProperty('metadata');
    const canceled = await callApi(cancelCustomerSubscription, { params: { id } }, session);
    expect(canceled).toMatchObject({ cancel_at_period_end: true });
    expect(await refusal(cancelCustomerSubscription, { params: { id } }, session)).toMatchObject({
      status: 403,
      body: { error: 'AlreadyCanceledSubscription' },
    });
  });

  it('sees nothing of a subscription that is not theirs', async () => {
    const mine = await subscribe();
    const other = await subscribe();
    const session = await sessionOf(mine.customerId);
    const params = { id: other.id };
    expect(await refusal(cancelCustomerSubscription, { params }, session)).toMatchObject({
      status: 404,
    });
  });
});

describe('history', () => {
  it('has a row for each change of status, price, discount or pause', async () => {
    const { id } = await subscribe({ method: 'pm_sandbox_declineAfter1' });
    await update(id, { paused: true });
    await update(id, { paused: false });
    await update(id, { metadata: { no: 'change' } });
    await renew(id);
    const { items } = await callApi(getSubscriptionHistory, { params: { id } }, as());
    expect(items.map(({ status, is_paused }) => [status, is_paused])).toEqual([
      ['past_due', false],
      ['active', false],
      ['active', true],
      ['active', false],
    ]);
    const { price_id, product_id } = await get(id);
    expect(items[0]).toMatchObject({ price_id, product_id, amount: 1000, discount_id: null });
    const stranger = { as: await makeSeller() };
    expect(await refusal(getSubscriptionHistory, { params: { id } }, stranger)).toMatchObject({
      status: 404,
    });
  });
});

describe('the database', () => {
  it('refuses each change of status that the life cycle does not know', {
    tags: 'soak',
  }, async () => {
    const { product, customer } = await makeSale(seller.organizationId);
    for (const from of SubscriptionStatus.options) {
      const accepted: SubscriptionStatus[] = [];
      for (const status of SubscriptionStatus.options) {
        const given = { product, customer, status: from };
        const { id } = await makeSubscription(seller.organizationId, given);
        const change = db(null).subscription.updateMany({ where: { id }, data: { status } });
        const { count } = await change.catch(() => ({ count: 0 }));
        if (count === 1) accepted.push(status);
      }
      const known: SubscriptionStatus[] = Object.values(TRANSITIONS[from]);
      expect(accepted.toSorted(), from).toEqual([...known, from].toSorted());
    }
  });
});
