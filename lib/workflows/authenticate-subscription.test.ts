import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import { getCheckoutByClient } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import {
  getCustomerSubscription,
  getSubscription,
  listCustomerSubscriptions,
  payCustomerSubscription,
  setCustomerSubscriptionPaymentMethod,
  setSubscriptionPaymentMethod,
  updateCustomerSubscription,
} from '@/lib/resources/subscriptions/contract';
import { finishSetups } from '@/lib/workflows/change-subscription';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, refusal } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, makeCheckout, makeProduct, monthly, yearly } from '@/testing/shop';
import type { StripeDouble } from '@/testing/stripe/double';

// What a customer authenticates in the portal, through Stripe: docs/contract/payments.md#authentication.

const SECURE = 'pm_card_threeDSecureRequired';
/** Asks at every payment, and off-session always declines. */
const ALWAYS = 'pm_card_authenticationRequired';

let stripe: StripeDouble;
let as: Seller;
let account: string;
let params: { id: string };
let customer: { token: string };

const bank = (metadata: Record<string, unknown>, outcome: 'succeed' | 'fail') => {
  const [intent = ''] = String(metadata.intent_client_secret).split('_secret_');
  stripe.authenticate(account, 'test', intent, outcome);
};
const read = () => callApi(getCustomerSubscription, { params }, { as: customer });

/** What the customer sees who looks again once it was asked for. */
async function readSettled() {
  await db(null).paymentAttempt.updateMany({ data: { claimedAt: new Date(0) } });
  await read();
  await notesWritten();
  return read();
}

async function subscribe(method: string) {
  const prices = [...(monthly(1000) ?? []), ...(yearly(3000) ?? [])];
  const product = await makeProduct(as, prices);
  const checkout = await makeCheckout(as, product.id, { product_price_id: product.prices[0]?.id });
  const { payment_processor_metadata } = await confirm(
    checkout,
    buyer({ confirmation_token_id: method }),
  );
  if (payment_processor_metadata.intent_status) {
    bank(payment_processor_metadata, 'succeed');
    await callApi(getCheckoutByClient, { params: { client_secret: checkout.client_secret } });
    await notesWritten();
    await db(null).paymentAttempt.updateMany({ data: { claimedAt: new Date(0) } });
    await settleWaiting(new Date());
  }
  const { id, customerId } = await db(null).subscription.findFirstOrThrow({
    where: { organizationId: as.organizationId },
  });
  params = { id };
  const body = { customer_id: customerId };
  customer = await callApi(createCustomerSession, { body }, { as });
  return product;
}

beforeEach(async () => {
  stripe = await startStripe();
  as = await makeSeller();
  ({ account } = await connectStripe(as, stripe));
});

const replace = (confirmation_token_id: string) =>
  callApi(
    setCustomerSubscriptionPaymentMethod,
    { params, body: { confirmation_token_id } },
    { as: customer },
  );
const charges = () => stripe.charges(account).map(({ amount }) => amount);

describe('another card', () => {
  beforeEach(async () => {
    await subscribe('pm_card_visa');
  });

  it('survival 14: takes effect once its holder has authenticated it', async () => {
    const asked = await replace(SECURE);
    const waiting = {
      publishable_key: expect.stringMatching(/^pk_test_/),
      intent_client_secret: expect.stringMatching(/^seti_/),
      intent_status: 'requires_action',
    };
    expect(asked).toMatchObject({
      payment_method: { last4: '4242' },
      payment_processor_metadata: waiting,
    });
    expect((await read()).payment_processor_metadata).toEqual(asked.payment_processor_metadata);
    const { items } = await callApi(listCustomerSubscriptions, { query: {} }, { as: customer });
    expect(items).toMatchObject([{ payment_processor_metadata: {} }]);
    bank(asked.payment_processor_metadata, 'succeed');
    expect(await readSettled()).toMatchObject({
      payment_method: { last4: '3220' },
      payment_processor_metadata: {},
    });
    expect(charges()).toEqual([1000]);
  });

  it('that is not authenticated leaves the one before', { tags: 'soak' }, async () => {
    const asked = await replace(SECURE);
    bank(asked.payment_processor_metadata, 'fail');
    expect(await readSettled()).toMatchObject({
      payment_method: { last4: '4242' },
      payment_processor_metadata: {},
    });
  });

  it('is learned of in the background, and given up after 60 minutes', {
    tags: 'soak',
  }, async () => {
    const first = await replace(SECURE);
    bank(first.payment_processor_metadata, 'succeed');
    await finishSetups();
    expect(await read()).toMatchObject({ payment_method: { last4: '3220' } });
    const second = await replace(SECURE);
    expect(second.payment_processor_metadata.intent_status).toBe('requires_action');
    const { methodSetup } = await db(null).subscription.findUniqueOrThrow({ where: params });
    const over = { ...(methodSetup as object), expires_at: new Date(0).toISOString() };
    await db(null).subscription.update({ where: params, data: { methodSetup: over } });
    await finishSetups();
    expect((await read()).payment_processor_metadata).toEqual({});
    bank(second.payment_processor_metadata, 'succeed');
    expect((await read()).payment_processor_metadata).toEqual({});
  });

  it('is asked of by the seller’s operation too', { tags: 'soak' }, async () => {
    const body = { confirmation_token_id: SECURE };
    const asked = await callApi(setSubscriptionPaymentMethod, { params, body }, { as });
    expect(asked.payment_processor_metadata.intent_status).toBe('requires_action');
    const kept = await callApi(getSubscription, { params }, { as });
    expect(kept.payment_processor_metadata).toEqual({});
  });
});

describe('what is due', () => {
  /** A renewal that the bank wants to be authenticated. */
  async function failRenewal() {
    const now = new Date(Date.now() + 32 * DAY_MS);
    await runDueSubscriptions(now);
    return now;
  }
  const orders = async () => (await callApi(listOrders, { query: {} }, { as })).items;

  it('survival 12: is paid by its buyer’s authentication, and on day 3 not again', async () => {
    await subscribe(ALWAYS);
    expect(charges()).toEqual([1000]);
    const now = await failRenewal();
    expect(await read()).toMatchObject({ status: 'past_due', next_retry_at: null });
    const asked = await callApi(payCustomerSubscription, { params }, { as: customer });
    expect(asked).toMatchObject({
      status: 'past_due',
      payment_processor_metadata: { intent_status: 'requires_action' },
    });
    bank(asked.payment_processor_metadata, 'succeed');
    expect(await readSettled()).toMatchObject({ status: 'active', payment_processor_metadata: {} });
    await runDueSubscriptions(new Date(now.getTime() + 3 * DAY_MS));
    expect(charges()).toEqual([1000, 1000]);
    expect(await orders()).toHaveLength(2);
  });

  it('is one payment however often its buyer begins', async () => {
    await subscribe(ALWAYS);
    await failRenewal();
    const pay = () => callApi(payCustomerSubscription, { params }, { as: customer });
    const first = await pay();
    const second = await pay();
    expect(second.payment_processor_metadata).not.toEqual(first.payment_processor_metadata);
    bank(first.payment_processor_metadata, 'succeed');
    bank(second.payment_processor_metadata, 'succeed');
    expect(await readSettled()).toMatchObject({ status: 'active' });
    expect(charges()).toEqual([1000, 1000]);
  });

  it('is charged to another card once that is authenticated', { tags: 'soak' }, async () => {
    await subscribe(ALWAYS);
    await failRenewal();
    const asked = await replace(SECURE);
    bank(asked.payment_processor_metadata, 'succeed');
    expect(await readSettled()).toMatchObject({
      status: 'active',
      payment_method: { last4: '3220' },
    });
    expect(charges()).toEqual([1000, 1000]);
  });

  it('is nothing where all is paid', async () => {
    await subscribe('pm_card_visa');
    expect((await refusal(payCustomerSubscription, { params }, { as: customer })).status).toBe(403);
  });
});

it('a change of price takes effect once its buyer has authenticated the charge', async () => {
  const product = await subscribe(ALWAYS);
  const body = { product_price_id: product.prices[1]?.id ?? '' };
  const asked = await callApi(updateCustomerSubscription, { params, body }, { as: customer });
  expect(asked).toMatchObject({
    price: { recurring_interval: 'month' },
    payment_processor_metadata: { intent_status: 'requires_action' },
  });
  bank(asked.payment_processor_metadata, 'succeed');
  expect(await readSettled()).toMatchObject({ price: { recurring_interval: 'year' } });
});
