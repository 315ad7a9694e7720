import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createDiscount, deleteDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import {
  cancelCustomerSubscription,
  cancelSubscription,
  getSubscription,
  listSubscriptions,
  previewSubscription,
  retrySubscription,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import {
  buyer,
  confirm,
  freeMonthly,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';
import { part } from '@/testing/soak';

// Sentences of docs/contract/subscriptions.md and payments.md that no other file tests, on the database.

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
afterAll(() => expectLedgerIdentities(seller.organizationId));
const as = (one = seller) => ({ as: one });
const pro = async () => (await makeKeyProduct(seller, monthly(3000))).prices[0]?.id ?? '';

/** Sells a product and returns its subscription, with what is done to it. */
async function subscribe({
  prices = monthly(1000),
  method = 'pm_card_visa' as string | null,
  shop = seller,
  ...checkout
}: {
  prices?: ReturnType<typeof monthly>;
  method?: string | null;
  shop?: Seller;
  discount_id?: string;
} = {}) {
  const product = await makeKeyProduct(shop, prices);
  const opened = await makeCheckout(shop, product.id, checkout);
  const sent = { customer_email: `${newId()}@example.com`, confirmation_token_id: method };
  const answer = await confirm(opened, buyer(sent));
  const customerId = answer.customer_id ?? '';
  const query = { customer_id: [customerId] };
  const [sold] = (await callApi(listSubscriptions, { query }, as(shop))).items;
  const params = { id: sold?.id ?? '' };
  const of = { subscription_id: [params.id], sorting: ['created_at' as const] };
  const get = () => callApi(getSubscription, { params }, as(shop));
  return {
    params,
    product,
    customerId,
    sessionToken: answer.customer_session_token,
    get,
    update: (body: object) => callApi(updateSubscription, { params, body }, as(shop)),
    refuse: (body: object) => refusal(updateSubscription, { params, body }, as(shop)),
    preview: (given: object) => callApi(previewSubscription, { params, query: given }, as(shop)),
    attach: (confirmation_token_id: string) =>
      callApi(setSubscriptionPaymentMethod, { params, body: { confirmation_token_id } }, as(shop)),
    orders: async () => (await callApi(listOrders, { query: of }, as(shop))).items,
    payments: async () => (await callApi(listPayments, { query: of }, as(shop))).items,
    keys: async () => (await callApi(listLicenseKeys, { query }, as(shop))).items,
    /** Runs what is due so many days after the end of the period. */
    renew: async (days = 0) =>
      runDueSubscriptions(
        new Date(new Date((await get()).current_period_end ?? '').getTime() + days * DAY_MS),
      ),
    /** Puts the middle of the period at this moment. */
    halfway: async () => {
      const now = Date.now();
      const [start, end] = [new Date(now - 15 * DAY_MS), new Date(now + 15 * DAY_MS)];
      await db(null).subscription.update({
        where: params,
        data: { currentPeriodStart: start, currentPeriodEnd: end, nextActionAt: end },
      });
    },
  };
}

const amountsOf = (orders: readonly { amount: number }[]) => orders.map(({ amount }) => amount);
const discountsOf = (orders: readonly { discount_id: string | null }[]) =>
  orders.map(({ discount_id }) => discount_id);

async function makeDiscount(terms: object): Promise<string> {
  const body = { name: 'A discount', type: 'percentage', basis_points: 5000, ...terms };
  return (await callApi(createDiscount, { body: body as never }, as())).id;
}

describe('a discount', () => {
  it('is not in the amount of the subscription', async () => {
    const discount_id = await makeDiscount({ duration: 'forever' });
    const { get, orders } = await subscribe({ discount_id });
    expect((await get()).amount).toBe(1000);
    expect(amountsOf(await orders())).toEqual([500]);
  });

  it.each([
    [
      'ends',
      (id: string) =>
        callApi(
          updateDiscount,
          { params: { id }, body: { ends_at: new Date(Date.now() + 1000).toISOString() } },
          as(),
        ),
    ],
    ['is deleted', (id: string) => callApi(deleteDiscount, { params: { id } }, as())],
  ])('that %s later goes on for who has it', async (_, end) => {
    const id = await makeDiscount({ duration: 'forever' });
    const { renew, orders } = await subscribe({ discount_id: id });
    await end(id);
    await renew();
    expect(amountsOf(await orders())).toEqual([500, 500]);
  });

  it('of everything makes orders of 0, charges nothing, and is used up by them', async () => {
    const discount_id = await makeDiscount({ duration: 'once', basis_points: 10_000 });
    const { renew, orders, payments } = await subscribe({ discount_id });
    expect(amountsOf(await orders())).toEqual([0]);
    await renew();
    expect(amountsOf(await orders())).toEqual([0, 1000]);
    expect(discountsOf(await orders())).toEqual([discount_id, null]);
    expect(await payments()).toHaveLength(1);
  });

  it('that leaves less than 50 has it carried until it can be charged', {
    tags: 'soak',
  }, async () => {
    const { get, update, renew, orders, payments } = await subscribe();
    await update({ discount_id: await makeDiscount({ duration: 'forever', basis_points: 9700 }) });
    await renew();
    await renew();
    const [, carried, charged] = await orders();
    expect([carried?.amount, charged?.amount]).toEqual([0, 60]);
    const { discount_id } = await get();
    expect(discountsOf(await orders())).toEqual([null, discount_id, discount_id]);
    expect(carried?.lines.map(({ amount }) => amount)).toEqual([1000, -970, -30]);
    expect(charged?.lines.map(({ amount }) => amount)).toEqual([1000, -970, 30]);
    expect(amountsOf(await payments())).toEqual([60]);
  });

  it('is named by the order of a change of price that it lowered, and by no other', {
    tags: 'soak',
  }, async () => {
    const discount_id = await makeDiscount({ duration: 'once' });
    const { update, halfway, orders } = await subscribe({ discount_id });
    await halfway();
    await update({ product_price_id: await pro() });
    await update({ discount_id: await makeDiscount({ duration: 'forever' }) });
    const { discount_id: forever } = await update({ product_price_id: await pro() });
    expect(discountsOf(await orders())).toEqual([discount_id, null, forever]);
  });

  it('is named by the order of a new interval that it lowered, and by no other', {
    tags: 'soak',
  }, async () => {
    const yearly = { type: 'recurring', amount_type: 'fixed', recurring_interval: 'year' } as const;
    const price_amount = 10_000;
    const change = async (duration: string, first?: string) => {
      const { id } = await makeProduct(seller, [{ ...yearly, price_amount }]);
      const { prices } = await callApi(getProduct, { params: { id } }, as());
      const discount_id = await makeDiscount({ duration });
      const { update, orders } = await subscribe(first ? { discount_id: first } : { discount_id });
      await update({ product_price_id: prices[0]?.id, ...(first ? { discount_id } : {}) });
      return { discount_id, named: discountsOf(await orders()) };
    };
    const once = await change('once');
    expect(once.named).toEqual([once.discount_id, null]);
    const forever = await change('forever');
    expect(forever.named).toEqual([forever.discount_id, forever.discount_id]);
    const replaced = await change('once', once.discount_id);
    expect(replaced.named).toEqual([once.discount_id, replaced.discount_id]);
  });

  it('is named by the order that charges what waited of a change that it lowered', {
    tags: 'soak',
  }, async () => {
    const discount_id = await makeDiscount({ duration: 'repeating', duration_in_months: 1 });
    const prorate = async () => {
      const one = await subscribe({ discount_id });
      await one.halfway();
      await one.update({ product_price_id: await pro(), proration_behavior: 'prorate' });
      return one;
    };
    const renewed = await prorate();
    // So late that the period which is charged begins after the discount's end.
    await renewed.renew(60);
    await renewed.renew();
    const [, settled, plain] = await renewed.orders();
    expect(settled?.lines.map(({ amount }) => amount)).toEqual([-250, 750, 3000]);
    expect([settled?.discount_id, plain?.discount_id]).toEqual([discount_id, null]);
    for (const line of settled?.lines ?? []) expect(line).not.toHaveProperty('discount_id');

    const canceled = await prorate();
    await canceled.update({ cancel_at_period_end: true });
    await canceled.renew();
    expect((await canceled.orders()).at(-1)).toMatchObject({ amount: 500, discount_id });
  });

  it('that takes nothing off is named by no order', async () => {
    const discount_id = await makeDiscount({ duration: 'forever', basis_points: 1 });
    const { renew, orders } = await subscribe({ discount_id, prices: monthly(1000) });
    await renew();
    expect(discountsOf(await orders())).toEqual([null, null]);
    expect((await orders()).map(({ lines }) => lines.length)).toEqual([1, 1]);
  });

  it.each([
    ['unknown', async () => newId()],
    [
      'of another seller',
      async () => {
        const body = {
          name: 'X',
          type: 'percentage',
          basis_points: 100,
          duration: 'once',
        } as const;
        return (await callApi(createDiscount, { body }, as(await makeSeller()))).id;
      },
    ],
    [
      'deleted',
      async () => {
        const id = await makeDiscount({ duration: 'once' });
        await callApi(deleteDiscount, { params: { id } }, as());
        return id;
      },
    ],
    ['not begun', () => makeDiscount({ duration: 'once', starts_at: '2099-01-01T00:00:00Z' })],
    [
      'for another product',
      async () => makeDiscount({ duration: 'once', products: [(await makeProduct(seller)).id] }),
    ],
  ])('that is %s is 422', async (_, id) => {
    const { refuse, get } = await subscribe();
    expect(places(await refuse({ discount_id: await id() }))).toEqual(['body.discount_id']);
    expect((await get()).discount_id).toBeNull();
  });
});

describe('a payment method', () => {
  it('is stored with a first period for nothing, and pays what follows', async () => {
    const discount_id = await makeDiscount({ duration: 'once', basis_points: 10_000 });
    const { get, renew, orders } = await subscribe({ discount_id, method: 'pm_card_mastercard' });
    expect((await get()).payment_method).toMatchObject({ brand: 'mastercard', last4: '4444' });
    await renew();
    expect(amountsOf(await orders())).toEqual([0, 1000]);
  });

  it('that was not given there makes the first renewal fail', async () => {
    const discount_id = await makeDiscount({ duration: 'once', basis_points: 10_000 });
    const { get, renew, payments } = await subscribe({ discount_id, method: null });
    await renew();
    expect(await get()).toMatchObject({ status: 'past_due', payment_method: null });
    expect(await payments()).toMatchObject([{ status: 'declined', code: 'no_payment_method' }]);
  });

  it('that declines starts nothing, also where nothing is to be paid yet', async () => {
    const discount_id = await makeDiscount({ duration: 'once', basis_points: 10_000 });
    const product = await makeKeyProduct(seller, monthly(1000));
    const checkout = await makeCheckout(seller, product.id, { discount_id });
    const declining = buyer({ confirmation_token_id: 'pm_card_chargeDeclined' });
    expect((await refuseConfirm(checkout, declining)).error).toBe('PaymentError');
    await confirm(checkout, buyer({ customer_email: `${newId()}@example.com` }));
  });

  it('pm_card_chargeCustomerFail attaches, and every later charge declines', async () => {
    const prices = monthly(1000, { trial_days: 7 });
    const { get, renew, payments } = await subscribe({
      prices,
      method: 'pm_card_chargeCustomerFail',
    });
    expect(await get()).toMatchObject({ status: 'trialing' });
    await renew();
    expect(await get()).toMatchObject({ status: 'past_due' });
    expect(await payments()).toMatchObject([
      { code: 'card_declined', decline_code: 'generic_decline' },
    ]);
  });

  it('of each confirmation has a count of its own', { tags: 'soak' }, async () => {
    for (let confirmation = 0; confirmation < 2; confirmation += 1) {
      const { renew, get } = await subscribe({ method: 'pm_sandbox_declineAfter2' });
      await renew();
      expect(await get()).toMatchObject({ status: 'active' });
      await renew();
      expect(await get()).toMatchObject({ status: 'past_due' });
    }
  });

  it.each(['pm_sandbox_declineAfter100', 'pm_sandbox_declineAfter', 'pm_unknown'])(
    '%s is not known: 422',
    async (confirmation_token_id) => {
      const { params } = await subscribe();
      const input = { params, body: { confirmation_token_id } };
      const failure = await refusal(setSubscriptionPaymentMethod, input, as());
      expect(places(failure)).toEqual(['body.confirmation_token_id']);
    },
  );

  it('is kept even when what is due then declines', async () => {
    const { params, renew, payments } = await subscribe({ method: 'pm_sandbox_declineAfter1' });
    await renew();
    const stored = async () =>
      (await db(null).subscription.findUniqueOrThrow({ where: params })).paymentMethod;
    const before = await stored();
    const body = { confirmation_token_id: 'pm_card_chargeCustomerFail' };
    expect(await refusal(setSubscriptionPaymentMethod, { params, body }, as())).toMatchObject({
      status: 400,
      error: 'PaymentError',
    });
    expect(await stored()).not.toBe(before);
    expect(await payments()).toHaveLength(2);
  });
});

describe('an update', () => {
  it.each([
    ['cancellation_reason', { cancellation_reason: 'bored' }],
    ['cancellation_comment', { cancellation_comment: 'x'.repeat(501) }],
    ['proration_behavior', { proration_behavior: 'none' }],
  ])('with a wrong %s is 422', async (field, body) => {
    const { refuse } = await subscribe();
    expect(places(await refuse(body))).toEqual([`body.${field}`]);
  });

  const REASONS = [
    'customer_service',
    'low_quality',
    'missing_features',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
    'other',
  ];
  it.each(part(REASONS, 'reasons', 4))('takes the reason %s', async (cancellation_reason) => {
    const { update } = await subscribe();
    expect(await update({ cancellation_reason })).toMatchObject({ cancellation_reason });
  });

  it('does all that it names at once', async () => {
    const { update, halfway, orders } = await subscribe();
    await halfway();
    const discount_id = await makeDiscount({ duration: 'forever' });
    const product_price_id = await pro();
    const changed = await update({
      product_price_id,
      discount_id,
      cancel_at_period_end: true,
      metadata: { plan: 'pro' },
    });
    expect(changed).toMatchObject({
      price_id: product_price_id,
      discount_id,
      cancel_at_period_end: true,
      metadata: { plan: 'pro' },
    });
    // The old price as it was charged, the new one after the discount.
    expect((await orders()).at(-1)?.lines.map(({ amount }) => amount)).toEqual([-500, 750]);
  });
});

describe('an unpaid subscription', () => {
  const unpaid = async () => {
    const shop = await makeSeller();
    const body = { subscription_settings: { dunning_end: 'unpaid' as const } };
    await callApi(updateOrganization, { params: { id: shop.organizationId }, body }, as(shop));
    const one = await subscribe({ shop, method: 'pm_sandbox_declineAfter1' });
    for (const days of [0, 1, 3, 5, 7]) await one.renew(days);
    expect(await one.get()).toMatchObject({ status: 'unpaid', canceled_at: null });
    return { ...one, shop };
  };

  it('comes back by a retry, in a new period from then on, with the same key', {
    tags: 'soak',
  }, async () => {
    const { params, shop, keys, get, orders } = await unpaid();
    const [key] = await keys();
    expect(key?.status).toBe('revoked');
    expect(await refusal(retrySubscription, { params }, as(shop))).toMatchObject({ status: 400 });
    expect(await get()).toMatchObject({ status: 'unpaid' });
    const body = { confirmation_token_id: 'pm_card_visa' };
    const paid = await callApi(setSubscriptionPaymentMethod, { params, body }, as(shop));
    expect(paid).toMatchObject({ status: 'active', ended_at: null });
    expect(Math.abs(Date.now() - new Date(paid.current_period_start).getTime())).toBeLessThan(
      60_000,
    );
    expect(await keys()).toMatchObject([{ key: key?.key, status: 'granted' }]);
    expect((await orders()).map((order) => order.billing_reason)).toEqual(
      expect.arrayContaining(['subscription_create', 'subscription_cycle']),
    );
  });

  it('refuses other changes, and can be deleted, once', { tags: 'soak' }, async () => {
    const { params, shop, refuse, update, preview } = await unpaid();
    expect(await refuse({ cancel_at_period_end: true })).toMatchObject({
      status: 403,
      error: 'AlreadyCanceledSubscription',
    });
    const query = { cancel_at_period_end: true };
    expect(await refusal(previewSubscription, { params, query }, as(shop))).toMatchObject({
      status: 403,
      error: 'AlreadyCanceledSubscription',
    });
    expect(await preview({})).toMatchObject({ next_charge_at: null, next_charge_amount: 1000 });
    expect(await preview({ cancel_now: true })).toMatchObject({ next_charge_amount: 0 });
    expect(await update({ metadata: { a: 'b' } })).toMatchObject({ metadata: { a: 'b' } });
    expect(await callApi(cancelSubscription, { params }, as(shop))).toMatchObject({
      status: 'canceled',
    });
    for (const operation of [cancelSubscription, retrySubscription] as const) {
      expect(await refusal(operation, { params }, as(shop))).toMatchObject({ status: 403 });
    }
    const body = { confirmation_token_id: 'pm_card_visa' };
    expect(await refusal(setSubscriptionPaymentMethod, { params, body }, as(shop))).toMatchObject({
      status: 403,
      error: 'AlreadyCanceledSubscription',
    });
  });
});

describe('a change of price', () => {
  it('of a past due one is 403, of an ended one too', async () => {
    const { params, refuse, renew } = await subscribe({ method: 'pm_sandbox_declineAfter1' });
    await renew();
    const product_price_id = await pro();
    expect(await refuse({ product_price_id })).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
    await callApi(cancelSubscription, { params }, as());
    expect(await refuse({ product_price_id })).toMatchObject({
      status: 403,
      error: 'AlreadyCanceledSubscription',
    });
  });

  it('to an archived product is 422, while who has it goes on renewing', async () => {
    const { product, renew, orders } = await subscribe();
    const [price] = product.prices;
    const body = { is_archived: true };
    await callApi(updateProduct, { params: { id: product.id }, body }, as());
    const other = await subscribe();
    expect(places(await other.refuse({ product_price_id: price?.id ?? '' }))).toEqual([
      'body.product_price_id',
    ]);
    await renew();
    expect(amountsOf(await orders())).toEqual([1000, 1000]);
  });

  it('leaves the old price to who has it when the product gets another one', async () => {
    const { product, renew, orders, get } = await subscribe();
    const before = (await get()).price_id;
    const body = { prices: monthly(9000) ?? [] };
    await callApi(updateProduct, { params: { id: product.id }, body }, as());
    await renew();
    expect(amountsOf(await orders())).toEqual([1000, 1000]);
    expect((await get()).price_id).toBe(before);
  });

  it('with a negative sum books it as credit in a third line; it lapses at the end', async () => {
    const { params, halfway, update, orders } = await subscribe({ prices: monthly(3000) });
    await halfway();
    const product_price_id = (await makeKeyProduct(seller, monthly(1000))).prices[0]?.id;
    expect(await update({ product_price_id })).toMatchObject({ credit: 1000 });
    const lines = (await orders()).at(-1)?.lines.map(({ amount }) => amount);
    expect(lines).toEqual([-1500, 500, 1000]);
    expect(await callApi(cancelSubscription, { params }, as())).toMatchObject({ credit: 0 });
  });

  it('prorated is charged at the end where it is canceled then; DELETE drops it', {
    tags: 'soak',
  }, async () => {
    const prorate = async () => {
      const one = await subscribe();
      await one.halfway();
      await one.update({ product_price_id: await pro(), proration_behavior: 'prorate' });
      return one;
    };
    const canceled = await prorate();
    await canceled.update({ cancel_at_period_end: true });
    await canceled.renew();
    expect(await canceled.get()).toMatchObject({ status: 'canceled' });
    expect((await canceled.orders()).at(-1)).toMatchObject({
      billing_reason: 'subscription_update',
      amount: 1000,
    });
    const deleted = await prorate();
    await callApi(cancelSubscription, { params: deleted.params }, as());
    await deleted.renew();
    expect(amountsOf(await deleted.orders())).toEqual([1000]);
  });

  it('from a free one charges the whole new price, in a new period', async () => {
    const { attach, halfway, update, orders } = await subscribe({
      prices: freeMonthly,
      method: null,
    });
    await halfway();
    await attach('pm_card_visa');
    const moved = await update({ product_price_id: await pro() });
    expect((await orders()).at(-1)).toMatchObject({
      amount: 3000,
      billing_reason: 'subscription_update',
    });
    expect(Math.abs(Date.now() - new Date(moved.current_period_start).getTime())).toBeLessThan(
      60_000,
    );
  });
});

describe('a preview', () => {
  it.each<[string, object, object | null]>([
    ['cancel_now', { cancel_now: true }, null],
    ['cancel_at_period_end', { cancel_at_period_end: true }, { cancel_at_period_end: true }],
    ['paused', { paused: true }, { paused: true }],
  ])('with %s tells what then happens', async (_, query, body) => {
    const { params, preview, update, get, keys } = await subscribe();
    const told = await preview(query);
    expect(told.amount_now).toBe(0);
    const before = await keys();
    const after =
      body === null ? await callApi(cancelSubscription, { params }, as()) : await update(body);
    const revoked = (await keys()).filter(({ status }) => status === 'revoked').length;
    expect(before).toMatchObject([{ status: 'granted' }]);
    if ('cancel_now' in query) expect(told).toMatchObject({ keys_revoked: 1, benefits_revoked: 1 });
    expect(revoked).toBe('cancel_now' in query ? 1 : 0);
    if (!('paused' in query)) {
      expect(told.next_charge_at).toBeNull();
      const end = body === null ? after.ended_at : (await get()).current_period_end;
      expect(
        Math.abs(new Date(told.ends_at ?? 0).getTime() - new Date(end ?? 0).getTime()),
      ).toBeLessThan(60_000);
    }
  });

  it('tells the next charge with a discount, and without it', async () => {
    const { preview, update } = await subscribe();
    const discount_id = await makeDiscount({ duration: 'forever' });
    expect(await preview({ discount_id })).toMatchObject({
      amount_now: 0,
      next_charge_amount: 500,
    });
    await update({ discount_id });
    expect(await preview({})).toMatchObject({ next_charge_amount: 500 });
    expect(await preview({ remove_discount: true })).toMatchObject({ next_charge_amount: 1000 });
  });
});

describe('the session of a confirmation', () => {
  it('changes no subscription; a full one does', async () => {
    const { params, customerId, sessionToken } = await subscribe();
    const bound = { as: { token: sessionToken } };
    expect(await refusal(cancelCustomerSubscription, { params }, bound)).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
    const body = { customer_id: customerId };
    const { token } = await callApi(createCustomerSession, { body }, as());
    const canceled = await callApi(cancelCustomerSubscription, { params }, { as: { token } });
    expect(canceled).toMatchObject({ cancel_at_period_end: true });
  });
});
