import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { exportPortalCustomer } from '@/lib/resources/customer-exports/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { getPortalCustomer, updatePortalCustomer } from '@/lib/resources/customers/contract';
import {
  cancelCustomerSubscription,
  cancelSubscription,
  previewCustomerSubscription,
  setCustomerSubscriptionPaymentMethod,
  setSubscriptionPaymentMethod,
  updateCustomerSubscription,
} from '@/lib/resources/subscriptions/contract';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { expectLedgerIdentities } from '@/testing/ledger-identities';
import {
  buyer,
  confirm,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
  yearly,
} from '@/testing/shop';

// What a customer does in the portal: docs/contract/portal.md#added-operations.

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

/** A customer with a subscription, a session of the portal, and one that is bound to the checkout. */
async function subscribe(prices = monthly(1000)) {
  const product = await makeKeyProduct(seller, prices);
  const checkout = await makeCheckout(seller, product.id);
  const { customer_session_token } = await confirm(checkout);
  const { id, customerId } = await db(null).subscription.findFirstOrThrow({
    where: { organizationId: seller.organizationId },
  });
  const body = { customer_id: customerId };
  const session = await callApi(createCustomerSession, { body }, { as: seller });
  return {
    params: { id },
    product,
    customer: { id: customerId },
    as: { as: session },
    bound: { as: { token: customer_session_token } },
  };
}

const row = (params: { id: string }) => db(null).subscription.findUniqueOrThrow({ where: params });

/** Makes a renewal due that the card declines. */
async function failRenewal(params: { id: string }) {
  const { paymentMethodDetails } = await row(params);
  await db(null).subscription.update({
    where: params,
    data: { paymentMethod: null, nextActionAt: new Date(Date.now() - 1000) },
  });
  const end = new Date(Date.now() - 1000);
  await db(null).subscription.update({ where: params, data: { currentPeriodEnd: end } });
  await runDueSubscriptions(new Date());
  expect((await row(params)).status).toBe('past_due');
  return paymentMethodDetails;
}

describe('a customer', () => {
  it('keeps a subscription that was to end with its period', { tags: 'soak' }, async () => {
    const { params, as } = await subscribe();
    const canceled = await callApi(cancelCustomerSubscription, { params }, as);
    expect(canceled).toMatchObject({ cancel_at_period_end: true });
    const keep = { params, body: { cancel_at_period_end: false } } as const;
    const kept = await callApi(updateCustomerSubscription, keep, as);
    expect(kept).toMatchObject({
      cancel_at_period_end: false,
      canceled_at: null,
      status: 'active',
    });
    // Keeping one that goes on changes nothing.
    expect(await callApi(updateCustomerSubscription, keep, as)).toMatchObject({
      cancel_at_period_end: false,
    });
    await callApi(cancelSubscription, { params }, { as: seller });
    expect(await refusal(updateCustomerSubscription, keep, as)).toMatchObject({
      error: 'AlreadyCanceledSubscription',
    });
  });

  it('cancels by DELETE alone, and says what to change', async () => {
    const { params, as } = await subscribe();
    const cancel = { params, body: { cancel_at_period_end: true as false } };
    expect(places(await refusal(updateCustomerSubscription, cancel, as))).toEqual([
      'body.cancel_at_period_end',
    ]);
    expect(places(await refusal(updateCustomerSubscription, { params, body: {} }, as))).toEqual([
      'body.product_price_id',
    ]);
  });

  it('previews what another price of the product costs, and then pays that', async () => {
    const { params, product, as } = await subscribe([
      ...(monthly(1000) ?? []),
      ...(yearly(9000) ?? []),
    ]);
    const isMonthly = (await row(params)).recurringInterval === 'month';
    const other = product.prices.find(
      (price) =>
        'recurring_interval' in price && (price.recurring_interval === 'month') !== isMonthly,
    );
    const query = { product_price_id: other?.id ?? '' };
    const shown = await callApi(previewCustomerSubscription, { params, query }, as);
    expect(shown.amount_now).toBeGreaterThan(0);
    await callApi(updateCustomerSubscription, { params, body: query }, as);
    const order = await db(null).order.findFirstOrThrow({
      where: { subscriptionId: params.id, billingReason: 'subscription_update' },
    });
    // A period has begun in the seconds between.
    expect(Math.abs(order.amount - shown.amount_now)).toBeLessThanOrEqual(1);
    const foreign = await makeProduct(seller, monthly(500));
    const elsewhere = { product_price_id: foreign.prices[0]?.id ?? '' };
    const refused = await refusal(previewCustomerSubscription, { params, query: elsewhere }, as);
    expect(refused.status).toBe(422);
  });

  it('previews the next renewal, and the end of what is canceled', async () => {
    const { params, as } = await subscribe();
    const next = await callApi(previewCustomerSubscription, { params }, as);
    expect(next).toMatchObject({ amount_now: 0, next_charge_amount: 1000, ends_at: null });
    const query = { cancel_at_period_end: true };
    const end = await callApi(previewCustomerSubscription, { params, query }, as);
    expect(end.ends_at).toBe(next.next_charge_at);
    expect(end.keys_revoked).toBe(1);
  });

  it('pays what is due with another card, at once, and is active again', async () => {
    const { params, as } = await subscribe();
    await failRenewal(params);
    const pay = (confirmation_token_id: string) => ({ params, body: { confirmation_token_id } });
    const declined = pay('pm_card_chargeCustomerFail');
    expect(await refusal(setCustomerSubscriptionPaymentMethod, declined, as)).toMatchObject({
      status: 400,
      error: 'PaymentError',
    });
    // The card is kept even so.
    expect(await row(params)).toMatchObject({ status: 'past_due' });
    expect((await row(params)).paymentMethod).not.toBeNull();
    const paid = await callApi(setCustomerSubscriptionPaymentMethod, pay('pm_card_visa'), as);
    expect(paid).toMatchObject({ status: 'active', payment_method: { brand: 'visa' } });
    expect(await db(null).order.count({ where: { subscriptionId: params.id } })).toBe(2);
    await expectLedgerIdentities(seller.organizationId);
  });

  it('keeps the card that it had, and owes the same, where another declines by its nature', async () => {
    const { params, as } = await subscribe();
    await failRenewal(params);
    const before = await row(params);
    const attempts = () => db(null).paymentAttempt.count({ where: { subscriptionId: params.id } });
    const tried = await attempts();
    const body = { confirmation_token_id: 'pm_card_chargeDeclined' };
    const failure = await refusal(setCustomerSubscriptionPaymentMethod, { params, body }, as);
    expect(failure).toMatchObject({ status: 400, error: 'PaymentError' });
    expect(await row(params)).toEqual(before);
    expect(await attempts()).toBe(tried);
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', null],
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
  ])(
    'does not keep %s, which declines by its nature',
    { tags: 'soak' },
    async (token, code, decline_code) => {
      const { params, as } = await subscribe();
      const before = await row(params);
      const input = { params, body: { confirmation_token_id: token } };
      expect(await refusal(setCustomerSubscriptionPaymentMethod, input, as)).toMatchObject({
        status: 400,
        error: 'PaymentError',
        body: { code, decline_code },
      });
      expect(await refusal(setSubscriptionPaymentMethod, input, { as: seller })).toMatchObject({
        status: 400,
        body: { code },
      });
      const { paymentMethodDetails, modifiedAt } = await row(params);
      expect({ paymentMethodDetails, modifiedAt }).toEqual({
        paymentMethodDetails: before.paymentMethodDetails,
        modifiedAt: before.modifiedAt,
      });
      const approved = {
        params,
        body: { confirmation_token_id: 'pm_card_authenticationRequired:authenticated' },
      };
      expect(await callApi(setCustomerSubscriptionPaymentMethod, approved, as)).toMatchObject({
        payment_method: { last4: '3155' },
      });
    },
  );

  it('is charged once for what is due, however often another card is sent at once', {
    tags: 'soak',
  }, async () => {
    const { params, as } = await subscribe();
    await failRenewal(params);
    const input = { params, body: { confirmation_token_id: 'pm_card_visa' } };
    await Promise.allSettled(
      Array.from({ length: 5 }, () => callApi(setCustomerSubscriptionPaymentMethod, input, as)),
    );
    expect(await row(params)).toMatchObject({ status: 'active' });
    expect(await db(null).order.count({ where: { subscriptionId: params.id } })).toBe(2);
  });

  it('may not have more than 6 cards declined in a minute, live', async () => {
    const { params, as } = await subscribe();
    await failRenewal(params);
    const key = `decline:600/60:`;
    const input = { params, body: { confirmation_token_id: 'pm_card_chargeCustomerFail' } };
    await refusal(setCustomerSubscriptionPaymentMethod, input, as);
    await db(null).rateLimit.updateMany({
      where: { key: { startsWith: key } },
      data: { points: 600 },
    });
    expect((await refusal(setCustomerSubscriptionPaymentMethod, input, as)).status).toBe(429);
    await db(null).rateLimit.deleteMany({ where: { key: { startsWith: key } } });
  });

  it('changes name, address and tax id, not the address of mails', async () => {
    const { customer, as } = await subscribe();
    const body = {
      name: 'Ada Byron',
      billing_address: { country: 'DE', city: 'Berlin' },
      tax_id: ['DE123456789', 'eu_vat'] as ['DE123456789', 'eu_vat'],
    };
    const changed = await callApi(updatePortalCustomer, { params: customer, body }, as);
    expect(changed).toMatchObject({ name: 'Ada Byron', tax_id: body.tax_id });
    const sent = { ...body, email: 'other@example.com', metadata: { vip: true } };
    await callApi(updatePortalCustomer, { params: customer, body: sent }, as);
    const stored = await callApi(getPortalCustomer, { params: customer }, as);
    expect(stored.email).toBe(buyer().customer_email);
    const cleared = { name: null, billing_address: null, tax_id: null };
    const empty = await callApi(updatePortalCustomer, { params: customer, body: cleared }, as);
    expect(empty).toMatchObject(cleared);
    const wrong = { params: customer, body: { tax_id: ['no', 'eu_vat'] as ['no', 'eu_vat'] } };
    expect(places(await refusal(updatePortalCustomer, wrong, as))).toEqual(['body.tax_id']);
  });

  it('gets everything that is stored of them', async () => {
    const { params, customer, as } = await subscribe();
    const stored = await callApi(exportPortalCustomer, { params: customer }, as);
    expect(stored.customer).toMatchObject(customer);
    expect(stored.subscriptions.map(({ id }) => id)).toEqual([params.id]);
    expect(stored.orders).toHaveLength(1);
    expect(stored.payments).toMatchObject([{ order_id: stored.orders[0]?.id }]);
    expect(stored.license_keys).toHaveLength(1);
    expect(stored.benefit_grants).toHaveLength(1);
  });
});

it('a session that is bound to a checkout changes nothing and sees no customer', async () => {
  const { params, customer, bound } = await subscribe();
  const card = { params, body: { confirmation_token_id: 'pm_card_visa' } };
  const keep = { params, body: { cancel_at_period_end: false } } as const;
  expect((await refusal(setCustomerSubscriptionPaymentMethod, card, bound)).status).toBe(403);
  expect((await refusal(updateCustomerSubscription, keep, bound)).status).toBe(403);
  expect((await refusal(previewCustomerSubscription, { params }, bound)).status).toBe(403);
  const rename = { params: customer, body: { name: 'Eve' } };
  expect((await refusal(updatePortalCustomer, rename, bound)).status).toBe(404);
  expect((await refusal(exportPortalCustomer, { params: customer }, bound)).status).toBe(404);
});
