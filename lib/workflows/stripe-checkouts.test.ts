import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { POST } from '@/app/webhooks/stripe/[connection_id]/route';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import { inBackground, paceOf } from '@/lib/integrations/stripe/pace';
import { getCheckout, getCheckoutByClient } from '@/lib/resources/checkouts/contract';
import { createDiscount, getDiscount } from '@/lib/resources/discounts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { deletePaymentConnection } from '@/lib/resources/payment-connections/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  free,
  makeCheckout,
  makeProduct,
  monthly,
  refuseConfirm,
} from '@/testing/shop';
import type { StripeDouble } from '@/testing/stripe/double';
import { signed } from '@/testing/stripe/webhooks';

// @module-tag soak

// What a buyer confirms, and what Stripe is asked for it: docs/contract/checkouts.md, docs/contract/payments.md.

let stripe: StripeDouble;
let as: Seller;
let account: string;
beforeEach(async () => {
  stripe = await startStripe();
  as = await makeSeller();
  ({ account } = await connectStripe(as, stripe));
});

const card = (confirmation_token_id: string, more: object = {}) =>
  buyer({ confirmation_token_id, ...more });
const orders = async () => (await callApi(listOrders, { query: {} }, { as })).items;
const payments = async () => (await callApi(listPayments, { query: {} }, { as })).items;
const statusOf = async ({ id }: { id: string }) =>
  (await callApi(getCheckout, { params: { id } }, { as })).status;

async function open(prices = fixed(), more = {}) {
  const product = await makeProduct(as, prices);
  return makeCheckout(as, product.id, more);
}

/** A live organization of the seller with an account, and how its buyers pay. */
async function goLive() {
  const body = { name: 'Live Shop', slug: `live-${newId()}`, is_sandbox: false };
  const { id } = await callApi(createOrganization, { body }, { as });
  const connected = await connectStripe({ ...as, organizationId: id }, stripe, { mode: 'live' });
  const newToken = () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
    const data = { payment_method_data: { type: 'card', card } };
    const answer = stripe.createToken(connected.keys.publishable_key, data as never);
    return (answer.body as { id: string }).id;
  };
  const product = await makeProduct(as, fixed(), { organization_id: id });
  return { ...connected, organizationId: id, newToken, product };
}

describe('the total that a buyer saw', () => {
  it('is another one: nothing is charged or taken, and the answer says what it is now', async () => {
    const off = {
      type: 'percentage',
      basis_points: 2000,
      duration: 'once',
      max_redemptions: 1,
      name: 'Friends',
    } as const;
    const { id: discount_id } = await callApi(createDiscount, { body: off }, { as });
    const checkout = await open(fixed(2000), { discount_id });
    const before = stripe.calls.length;
    for (const total_amount of [2000, 1599, 0]) {
      const failure = await refuseConfirm(checkout, card('pm_card_visa', { total_amount }));
      expect([failure.status, failure.error]).toEqual([409, 'Conflict']);
      expect(failure.body.detail).toContain('The total is now $16.00. Nothing was charged.');
    }
    expect(stripe.calls.length).toBe(before);
    expect(await payments()).toEqual([]);
    expect(await statusOf(checkout)).toBe('open');
    const { redemptions_count } = await callApi(
      getDiscount,
      { params: { id: discount_id } },
      { as },
    );
    expect(redemptions_count).toBe(0);
    await confirm(checkout, card('pm_card_visa', { total_amount: 1600 }));
    expect(stripe.charges(account)).toMatchObject([{ amount: 1600 }]);
  });

  it('counts for what is free as well, and is optional', async () => {
    const gift = await open(free);
    const { confirmation_token_id: _, ...nobody } = buyer();
    expect((await refuseConfirm(gift, { ...nobody, total_amount: 100 })).status).toBe(409);
    expect(await orders()).toEqual([]);
    await confirm(gift, { ...nobody, total_amount: 0 });
    await confirm(await open(), card('pm_card_visa', { total_amount: null }));
    expect(await orders()).toHaveLength(2);
  });
});

describe('a waiver of the withdrawal', () => {
  const waives = { waives_withdrawal: true };

  /** Confirms, and expects the newest order to say when that was. */
  async function expectWaived(buy: () => Promise<unknown>) {
    const before = Date.now();
    await buy();
    const after = Date.now();
    const [order] = await orders();
    const at = Date.parse(order?.withdrawal_waived_at ?? '');
    expect(at).toBeGreaterThanOrEqual(before - 1);
    expect(at).toBeLessThanOrEqual(after + 1);
  }

  it('is stored with its time, of a paid order and of one that is free', async () => {
    const checkout = await open();
    await expectWaived(() => confirm(checkout, card('pm_card_visa', waives)));
    const gift = await open(free);
    const { confirmation_token_id: _, ...nobody } = buyer();
    await expectWaived(() => confirm(gift, { ...nobody, ...waives }));
  });

  it('is stored with the time of the confirmation, however long the bank asks', async () => {
    const checkout = await open();
    const { payment_processor_metadata } = await confirm(
      checkout,
      card('pm_card_threeDSecureRequired', waives),
    );
    const confirmed = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const [intent = ''] = String(payment_processor_metadata.intent_client_secret).split('_secret_');
    stripe.authenticate(account, 'test', intent, 'succeed');
    await db(null).paymentAttempt.updateMany({
      where: { checkoutId: checkout.id },
      data: { claimedAt: new Date(0) },
    });
    const params = { client_secret: checkout.client_secret };
    await callApi(getCheckoutByClient, { params });
    await notesWritten();
    const [order] = await orders();
    const at = Date.parse(order?.withdrawal_waived_at ?? '');
    expect(at).toBeLessThanOrEqual(confirmed);
    expect(at).toBeGreaterThan(confirmed - 60_000);
    expect(Date.parse(order?.created_at ?? '')).toBeGreaterThan(confirmed);
  });

  it('that was not given, or taken back before another try, is none', async () => {
    await confirm(await open(), card('pm_card_visa'));
    await confirm(await open(), card('pm_card_visa', { waives_withdrawal: false }));
    const declined = await open();
    await refuseConfirm(declined, card('pm_card_chargeDeclined', waives));
    await confirm(declined, card('pm_card_visa'));
    expect((await orders()).map((order) => order.withdrawal_waived_at)).toEqual([null, null, null]);
  });
});

it('a checkout that was made before the account was disconnected is refused as not connected', async () => {
  const { organizationId, connection, product, newToken, account: live } = await goLive();
  const checkout = await makeCheckout(as, product.id);
  const params = { id: organizationId, connection_id: connection.id };
  const token = newToken();
  await callApi(deletePaymentConnection, { params }, { as });
  expect(await refuseConfirm(checkout, card(token))).toMatchObject({
    status: 403,
    error: 'NotPermitted',
    body: { code: 'payments_not_connected' },
  });
  expect(await statusOf(checkout)).toBe('open');
  expect(stripe.charges(live)).toEqual([]);
  expect(await db(null).paymentAttempt.count({ where: { organizationId } })).toBe(0);
});

it('a checkout that Stripe takes no calls for says when to try again', async () => {
  const checkout = await open();
  stripe.addFault({ kind: 'unavailable' });
  const failure = await refuseConfirm(checkout, card('pm_card_visa'));
  expect(failure.status).toBe(503);
  expect(failure.retryAfter).toBeGreaterThan(0);
});

it('no purchase has Stripe send a receipt', async () => {
  await confirm(await open(), card('pm_card_visa'));
  await confirm(await open(monthly()), card('pm_card_visa'));
  const [order] = await orders();
  expect(order).toBeDefined();
  await runDueSubscriptions(new Date(Date.now() + 32 * DAY_MS));
  expect(stripe.charges(account)).toHaveLength(3);
  expect(stripe.violations).toEqual([]);
});

describe('a delivery', () => {
  const SECRET = 'whsec_of_an_endpoint_that_the_owner_made';

  async function deliver(bytes: number): Promise<number> {
    const seller = await makeSeller();
    const { connection } = await connectStripe(seller, stripe, { webhook_secret: SECRET });
    const event = {
      id: `evt_${newId()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: 'pi_of_somebody_else', object: 'payment_intent', note: '' } },
    };
    event.data.object.note = 'x'.repeat(bytes - JSON.stringify(event).length);
    const body = JSON.stringify(event);
    const request = new Request('http://tilldesk.test/webhooks/stripe', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signed(body, SECRET, event.created) },
    });
    const { status } = await POST(request, {
      params: Promise.resolve({ connection_id: connection.id }),
    });
    const kept = await db(null).paymentEvent.count({ where: { connectionId: connection.id } });
    expect(kept).toBe(status === 200 ? 1 : 0);
    return status;
  }

  it('is at most 1 MiB', async () => {
    expect(await deliver(1024 * 1024)).toBe(200);
    expect(await deliver(1024 * 1024 + 1)).toBe(413);
  });
});

describe('the calls of a live account', () => {
  const perSecond = (calls: number) => {
    provideSettings({ STRIPE_CALLS_PER_SECOND: String(calls) });
    onTestFinished(() => provideSettings({ STRIPE_CALLS_PER_SECOND: '1000' }));
  };
  const ENDPOINTS = ['events', 'refunds', 'customers', 'charges', 'accounts', 'disputes'];

  /** How long so many calls of each endpoint take that begin at once, milliseconds. */
  async function timeOf(
    mode: 'live' | 'test',
    { calls, endpoints }: { calls: number; endpoints: number },
  ) {
    const pace = paceOf({ accountId: `acct_${newId()}`, mode });
    const begun = performance.now();
    const each = Array.from({ length: calls }, () => ENDPOINTS.slice(0, endpoints)).flat();
    await Promise.all(each.map((name) => pace('GET', `https://api.stripe.com/v1/${name}`)));
    return performance.now() - begun;
  }

  // A fifth of the limit comes at once, and three quarters of it in each second.

  it('are 25 a second of an endpoint, and 100 in all', async () => {
    perSecond(25);
    const two = { calls: 40, endpoints: 2 };
    const live = await timeOf('live', two);
    expect(live).toBeGreaterThan(1750);
    // In test mode 25 of all endpoints together.
    const test = await timeOf('test', two);
    expect(test).toBeGreaterThan(3900);
    expect(live).toBeLessThan(test);
    expect(await timeOf('live', { calls: 40, endpoints: 6 })).toBeGreaterThan(2800);
  });

  it('are others where the installation says so', async () => {
    perSecond(50);
    const two = { calls: 40, endpoints: 2 };
    const live = await timeOf('live', two);
    const test = await timeOf('test', two);
    expect(test).toBeGreaterThan(1800);
    expect(live).toBeLessThan(test);
  });

  it('of background work are 60 % of both, and leave room for buyers', async () => {
    perSecond(25);
    const pace = paceOf({ accountId: `acct_${newId()}`, mode: 'live' });
    const call = () => pace('GET', 'https://api.stripe.com/v1/events');
    const begun = performance.now();
    let left = 30;
    const one = () => call().then(() => (left -= 1));
    const many = inBackground(() => Promise.all(Array.from({ length: left }, one)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await call();
    expect(left).toBeGreaterThan(0);
    await many;
    // Of one endpoint 15 a second, and 60 of all.
    expect(performance.now() - begun).toBeGreaterThan(2300);
    const all = await inBackground(() => timeOf('live', { calls: 20, endpoints: 6 }));
    expect(all).toBeGreaterThan(2300);
  });

  it('stay within what Stripe takes, and nobody is refused', async () => {
    const { product, newToken, account: live } = await goLive();
    const checkouts = await Promise.all(
      Array.from({ length: 30 }, () => makeCheckout(as, product.id)),
    );
    perSecond(25);
    const began = Date.now();
    await Promise.all(checkouts.map((checkout) => confirm(checkout, card(newToken()))));
    expect(stripe.charges(live)).toHaveLength(30);
    const perEndpoint = stripe.answeredPerSecond(live, began, 'POST /v1/payment_intents');
    expect(perEndpoint).toBeLessThanOrEqual(25);
  });
});
