import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { POST } from '@/app/webhooks/stripe/[connection_id]/route';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { getCheckout } from '@/lib/resources/checkouts/contract';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listPaymentConnections } from '@/lib/resources/payment-connections/contract';
import { webhookSecretOf } from '@/lib/resources/payment-connections/service';
import { listPayments } from '@/lib/resources/payments/contract';
import { createRefund, listRefunds } from '@/lib/resources/refunds/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { learnPayment, pollEvents } from '@/lib/workflows/learn-payments';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi, refusal } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeProduct, monthly } from '@/testing/shop';
import type { StripeDouble } from '@/testing/stripe/double';
import { signed } from '@/testing/stripe/webhooks';

// docs/contract/payments.md#learning

let stripe: StripeDouble;
let as: Seller;
let account: string;
let connectionId: string;
let secretKey: string;
/** The statuses that deliveries were answered with. */
let answered: number[];

beforeEach(async () => {
  await db(null).$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  // So many are looked at in one go: none of other tests.
  await db(null).paymentConnection.updateMany({ data: { polledAt: new Date('2100-01-01') } });
  stripe = await startStripe();
  await listen();
  as = await makeSeller();
  const connected = await connectStripe(as, stripe);
  account = connected.account;
  connectionId = connected.connection.id;
  secretKey = connected.keys.secret_key;
});

/** Has the product's own route take what the double delivers. */
async function listen(): Promise<void> {
  const own: number[] = [];
  answered = own;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const id = incoming.url?.split('/').at(-1) ?? '';
    const answer = await deliver(
      id,
      Buffer.concat(chunks).toString(),
      String(incoming.headers['stripe-signature']),
    );
    own.push(answer.status);
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provideSettings({ PUBLIC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    provideSettings({ PUBLIC_URL: '' });
  });
}

function deliver(id: string, body: string, signature: string): Promise<Response> {
  const request = new Request('http://tilldesk.test/webhooks/stripe', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  });
  return POST(request, { params: Promise.resolve({ connection_id: id }) });
}

/** The jobs that events have queued, which are taken away. */
function takeJobs(): Promise<{ payload: object }[]> {
  return db(null).$queryRaw`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier = ${learnPayment.name} RETURNING j.payload`;
}

beforeEach(takeJobs);

/** Does the jobs that events have queued; returns how many. */
async function learn(): Promise<number> {
  const jobs = await takeJobs();
  for (const { payload } of jobs) await learnPayment.run(payload, new AbortController().signal);
  return jobs.length;
}

let polls = 0;
/** Looks for events as some minutes later, and learns of them. */
async function poll(): Promise<void> {
  polls += 11;
  await pollEvents(new Date(Date.now() + polls * 60_000));
  await learn();
}

const row = () => db(null).paymentConnection.findUniqueOrThrow({ where: { id: connectionId } });
const orders = async () => (await callApi(listOrders, { query: {} }, { as })).items;
const statusOf = async ({ id }: { id: string }) =>
  (await callApi(getCheckout, { params: { id } }, { as })).status;

async function buy(method: string) {
  const product = await makeProduct(as, fixed());
  const checkout = await makeCheckout(as, product.id);
  await confirm(checkout, buyer({ confirmation_token_id: method }));
  return checkout;
}

/** A delivery of an event as Stripe would sign it. */
async function signedDelivery(event: object, at = Math.floor(Date.now() / 1000)) {
  const body = JSON.stringify(event);
  const secret = webhookSecretOf(await row()) ?? '';
  return { body, signature: signed(body, secret, at), secret };
}

describe('a delayed payment', { tags: 'soak' }, () => {
  it.each(['once', 'twice', 'reversed'] as const)(
    'survival 15: is settled by its deliveries (%s)',
    async (how) => {
      stripe.setDeliveries(how);
      const checkout = await buy('pm_usBankAccount_success');
      expect(await statusOf(checkout)).toBe('confirmed');
      stripe.advance(5);
      await stripe.settled();
      expect(new Set(answered)).toEqual(new Set([200]));
      await learn();
      expect(await statusOf(checkout)).toBe('succeeded');
      expect(await orders()).toHaveLength(1);
      expect((await row()).lastEventAt).not.toBeNull();
    },
  );

  it('that fails makes its checkout failed', async () => {
    const checkout = await buy('pm_usBankAccount_insufficientFunds');
    stripe.advance(5);
    await stripe.settled();
    await learn();
    expect(await statusOf(checkout)).toBe('failed');
    expect(await orders()).toEqual([]);
  });

  it('is found where no delivery comes, once', async () => {
    stripe.setDeliveries('never');
    // It would be one more event.
    stripe.holdFees(true);
    const checkout = await buy('pm_usBankAccount_success');
    stripe.advance(5);
    await stripe.settled();
    expect(answered).toEqual([]);
    await pollEvents(new Date());
    expect(await learn()).toBeGreaterThan(0);
    expect(await statusOf(checkout)).toBe('succeeded');
    // What was found is not looked through again, and what was told is known.
    await pollEvents(new Date(Date.now() + 11 * 60_000));
    expect(await learn()).toBe(0);
    expect(await orders()).toHaveLength(1);
  });
});

describe('survival 22: a fee', { tags: 'soak' }, () => {
  const payment = async () => (await callApi(listPayments, { query: {} }, { as })).items[0];
  const today = () => new Date().toISOString().slice(0, 10);
  const figures = async (currency: string) => {
    const range = { start_date: today(), end_date: today(), interval: 'day' } as const;
    const query = { ...range, currency, organization_id: [as.organizationId] };
    const { fees, net_revenue } = (await callApi(getMetrics, { query }, { as })).totals;
    return [fees, net_revenue];
  };

  it.each(['once', 'never'] as const)(
    'is null, then set, by its event or without (%s)',
    async (how) => {
      stripe.setDeliveries(how);
      stripe.holdFees(true);
      await buy('pm_card_visa');
      stripe.advance(5);
      expect(await payment()).toMatchObject({
        status: 'succeeded',
        fee_amount: null,
        net_amount: null,
        settlement_currency: null,
        processor_url: expect.stringMatching(
          /^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_\w+$/,
        ),
      });
      expect(await figures('usd')).toEqual([0, 0]);
      stripe.holdFees(false);
      await stripe.settled();
      if (how === 'never') await pollEvents(new Date());
      await learn();
      // 2.9 % and 30 cents of $20.00.
      expect(await payment()).toMatchObject({
        fee_amount: 88,
        net_amount: 1912,
        settlement_currency: 'usd',
      });
      expect(await figures('usd')).toEqual([88, 1912]);
    },
  );

  it('that is known when the payment is asked for is set with it, also of a renewal', async () => {
    stripe.setDeliveries('never');
    const product = await makeProduct(as, monthly(2000));
    await confirm(await makeCheckout(as, product.id), buyer());
    const [subscription] = (await callApi(listSubscriptions, { query: {} }, { as })).items;
    stripe.addFault({ kind: 'lost', on: '/confirm$', times: 1 });
    stripe.addFault({ kind: 'unavailable', on: 'GET /v1/payment_intents/', times: 1 });
    await runDueSubscriptions(new Date(subscription?.current_period_end ?? ''));
    stripe.advance(5);
    await settleWaiting(new Date(Date.now() + 120_000));
    const { items } = await callApi(listPayments, { query: {} }, { as });
    expect(items.map(({ fee_amount }) => fee_amount)).toEqual([88, null]);
  });

  it('of a sale in another currency counts in that of the account, and refunds lower what is left', async () => {
    const product = await makeProduct(as, [
      { type: 'one_time', amount_type: 'fixed', price_amount: 2000 },
      { type: 'one_time', amount_type: 'fixed', price_amount: 1000, price_currency: 'eur' },
    ]);
    const checkout = await makeCheckout(as, product.id, { currency: 'eur' });
    await confirm(checkout, buyer());
    stripe.advance(5);
    await stripe.settled();
    await learn();
    // €10.00 are $11.00 to the double.
    expect(await payment()).toMatchObject({
      currency: 'eur',
      fee_amount: 62,
      net_amount: 1038,
      settlement_currency: 'usd',
    });
    expect(await figures('eur')).toEqual([0, 0]);
    expect(await figures('usd')).toEqual([62, 1038]);
    const [order] = await orders();
    const body = { order_id: order?.id ?? '', amount: 500, reason: 'customer_request' } as const;
    await callApi(createRefund, { body }, { as });
    expect(await figures('usd')).toEqual([62, 488]);
  });

  it('of another account, or of a charge of nobody here, is none', async () => {
    const other = await makeSeller();
    const { account: foreign } = await connectStripe(other, stripe);
    await buy('pm_card_visa');
    stripe.advance(5);
    await stripe.settled();
    await learn();
    const { items } = await callApi(listPayments, { query: {} }, { as: other });
    expect(items).toEqual([]);
    expect(foreign).not.toBe(account);
    expect(
      await db(null).balanceTransaction.count({ where: { organizationId: other.organizationId } }),
    ).toBe(0);
  });
});

it('events are looked for every ten minutes, and each minute without an endpoint', {
  tags: 'soak',
}, async () => {
  const calls = () =>
    stripe.calls.filter((one) => one.call === 'GET /v1/events' && one.account === account).length;
  const start = Date.now();
  const poll = (minutes: number) => pollEvents(new Date(start + minutes * 60_000));
  await poll(0);
  await poll(1);
  expect(calls()).toBe(1);
  await poll(11);
  expect(calls()).toBe(2);
  await db(null).paymentConnection.update({
    where: { id: connectionId },
    data: { webhookStatus: 'none' },
  });
  await poll(12);
  await poll(13);
  expect(calls()).toBe(4);
});

it('events are looked for on time of however many connections there are', {
  tags: 'soak',
}, async () => {
  const { id: _, ...one } = await row();
  const data = Array.from({ length: 25 }, () => ({
    ...one,
    id: newId(),
    organizationId: newId(),
    webhookStatus: 'none' as const,
    polledAt: null,
  }));
  const makes = data.map(({ organizationId: id }) => ({ id, name: id, slug: `at-scale-${id}` }));
  await db(null).organization.createMany({ data: makes });
  await db(null).paymentConnection.createMany({ data });
  const now = new Date();
  await pollEvents(now);
  const ids = data.map(({ id }) => id);
  const where = { id: { in: ids }, polledAt: now };
  expect(await db(null).paymentConnection.count({ where })).toBe(25);
});

it('a cursor that is not listed any more starts anew', { tags: 'soak' }, async () => {
  await db(null).paymentConnection.update({
    where: { id: connectionId },
    data: { eventsCursor: 'evt_of_long_ago' },
  });
  const start = Date.now();
  await pollEvents(new Date(start));
  expect((await row()).eventsCursor).toBeNull();
  await pollEvents(new Date(start + 11 * 60_000));
  expect((await row()).eventsCursor).toMatch(/^evt_/);
});

describe('survival 15: a delivery', () => {
  const event = (id = `evt_${newId()}`) => ({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'pi_of_somebody_else', object: 'payment_intent' } },
  });

  it('with a bad or stale signature is 400, and of an unknown connection 404', async () => {
    const { body, signature, secret } = await signedDelivery(event());
    const seconds = Math.floor(Date.now() / 1000);
    const status = async (given: string, id = connectionId) =>
      (await deliver(id, body, given)).status;
    expect(await status('')).toBe(400);
    expect(await status(signed(body, 'whsec_of_another', seconds))).toBe(400);
    expect(await status(signed(`${body} `, secret, seconds))).toBe(400);
    expect(await status(signed(body, secret, seconds - 360))).toBe(400);
    expect(await status(signed(body, secret, seconds + 360))).toBe(400);
    expect(await status(signature, newId())).toBe(404);
    expect(await status(signature, 'nobody')).toBe(404);
    expect(await db(null).paymentEvent.count({ where: { connectionId } })).toBe(0);
    expect(await status(signature)).toBe(200);
  });

  it.each([
    [
      'a charge without an intent',
      'charge.updated',
      { id: 'ch_1', object: 'charge', payment_intent: null },
    ],
    ['an object without an id', 'balance.available', { object: 'balance' }],
  ])('about %s is 200, and kept nowhere', async (_what, type, object) => {
    const { body, signature } = await signedDelivery({ ...event(), type, data: { object } });
    expect((await deliver(connectionId, body, signature)).status).toBe(200);
    expect(await db(null).paymentEvent.count({ where: { connectionId } })).toBe(0);
  });

  it('is kept once, and one about a foreign object changes nothing', async () => {
    const { body, signature } = await signedDelivery(event());
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await deliver(connectionId, body, signature)).status).toBe(200);
    }
    expect(await db(null).paymentEvent.count({ where: { connectionId } })).toBe(1);
    const before = stripe.calls.length;
    expect(await learn()).toBe(1);
    // Nothing here names it: it is not even asked for.
    expect(stripe.calls.length).toBe(before);
  });

  it('of an intent of another amount than the attempt settles nothing', async () => {
    const checkout = await buy('pm_usBankAccount_success');
    await db(null).paymentAttempt.updateMany({
      where: { checkoutId: checkout.id },
      data: { amount: 2100 },
    });
    stripe.advance(5);
    await stripe.settled();
    await learn();
    expect(await statusOf(checkout)).toBe('confirmed');
  });

  it('of another connection settles nothing, though the account is the same', async () => {
    const other = await makeSeller();
    await connectStripe(other, stripe, { account });
    stripe.setDeliveries('never');
    const checkout = await buy('pm_usBankAccount_success');
    stripe.advance(5);
    stripe.runDue();
    const { id } = await db(null).paymentConnection.findFirstOrThrow({
      where: { organizationId: other.organizationId },
    });
    await db(null).paymentConnection.update({
      where: { id: connectionId },
      data: { polledAt: new Date() },
    });
    await pollEvents(new Date());
    expect(await db(null).paymentEvent.count({ where: { connectionId: id } })).toBeGreaterThan(0);
    await learn();
    expect(await statusOf(checkout)).toBe('confirmed');
  });
});

it('a refund that is pending first is settled by its event', { tags: 'soak' }, async () => {
  await buy('pm_card_pendingRefund');
  const [order] = await orders();
  const body = { order_id: order?.id ?? '', amount: 2000, reason: 'customer_request' } as const;
  expect(await callApi(createRefund, { body }, { as })).toMatchObject({ status: 'pending' });
  stripe.advance(5);
  await stripe.settled();
  await learn();
  const { items } = await callApi(listRefunds, { query: {} }, { as });
  expect(items).toMatchObject([{ status: 'succeeded' }]);
});

describe('a stored method', { tags: 'soak' }, () => {
  const subscription = async () => {
    const { items } = await callApi(listSubscriptions, { query: {} }, { as });
    if (!items[0]) throw new Error('There is no subscription');
    return items[0];
  };

  /** Subscribes with a card; returns Stripe's id of the stored method. */
  async function subscribe(): Promise<string> {
    const product = await makeProduct(as, monthly());
    await confirm(await makeCheckout(as, product.id), buyer());
    const [charge] = stripe.charges(account);
    const intent = stripe.object(account, 'test', 'payment_intent', charge?.payment_intent ?? '');
    return (intent as { payment_method: string }).payment_method;
  }

  it.each(['once', 'never'] as const)(
    'that its network replaces is shown as it is by now, and may be paid again (%s)',
    async (how) => {
      stripe.setDeliveries(how);
      const method = await subscribe();
      expect(await subscription()).toMatchObject({ payment_method: { last4: '4242' } });
      stripe.replaceMethod(account, 'test', method, 'pm_card_chargeDeclinedExpiredCard');
      await stripe.settled();
      await poll();
      expect(await subscription()).toMatchObject({ payment_method: { last4: '0069' } });
      const end = new Date((await subscription()).current_period_end ?? '');
      await runDueSubscriptions(end);
      expect(await subscription()).toMatchObject({ status: 'past_due', next_retry_at: null });
      stripe.replaceMethod(account, 'test', method, 'pm_card_mastercard');
      await stripe.settled();
      await poll();
      const next = new Date(end.getTime() + 86_400_000);
      expect(await subscription()).toMatchObject({
        payment_method: { brand: 'mastercard', last4: '4444' },
        next_retry_at: next.toISOString(),
      });
      await runDueSubscriptions(next);
      expect(await subscription()).toMatchObject({ status: 'active' });
      expect(stripe.charges(account)).toHaveLength(2);
    },
  );

  it('that is detached is gone: the subscription has none', async () => {
    const method = await subscribe();
    const client = stripeClient(secretKey);
    await client.paymentMethods.detach(method, {}, { idempotencyKey: newId() });
    await stripe.settled();
    await learn();
    expect(await subscription()).toMatchObject({ status: 'active', payment_method: null });
    await runDueSubscriptions(new Date((await subscription()).current_period_end ?? ''));
    expect(await subscription()).toMatchObject({ status: 'past_due' });
    const { items } = await callApi(listPayments, { query: {} }, { as });
    expect(items[0]).toMatchObject({ code: 'no_payment_method', processor_url: null });
    expect(stripe.charges(account)).toHaveLength(1);
  });

  it('that was detached in a time that no event tells of any more is gone as well', async () => {
    const method = await subscribe();
    stripe.setDeliveries('never');
    const client = stripeClient(secretKey);
    await client.paymentMethods.detach(method, {}, { idempotencyKey: newId() });
    const lastEventAt = new Date(Date.now() - 40 * 86_400_000);
    await db(null).paymentConnection.update({
      where: { id: connectionId },
      data: { eventsCursor: 'evt_of_long_ago', lastEventAt },
    });
    // Fees too: what a payment came to on the balance is known by now.
    stripe.advance(5);
    await poll();
    expect(await subscription()).toMatchObject({ status: 'active', payment_method: null });
    const { items } = await callApi(listPayments, { query: {} }, { as });
    expect(items[0]?.fee_amount).toBeGreaterThan(0);
  });

  it('that nobody here charges is not even asked for', async () => {
    await subscribe();
    await stripe.settled();
    await learn();
    const event = {
      id: `evt_${newId()}`,
      object: 'event',
      type: 'payment_method.updated',
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: 'pm_of_somebody_else', object: 'payment_method' } },
    };
    const { body, signature } = await signedDelivery(event);
    const before = stripe.calls.length;
    expect((await deliver(connectionId, body, signature)).status).toBe(200);
    expect(await learn()).toBe(1);
    expect(stripe.calls.length).toBe(before);
  });
});

describe('survival 17: a refund in Stripe’s dashboard', { tags: 'soak' }, () => {
  const refunds = async () => (await callApi(listRefunds, { query: {} }, { as })).items;
  const inDashboard = (amount?: number) => {
    const [charge] = stripe.charges(account);
    return stripe.refundInDashboard(account, 'test', charge?.id ?? '', amount);
  };
  it.each(['once', 'twice', 'never'] as const)('appears once (deliveries: %s)', async (how) => {
    stripe.setDeliveries(how);
    await buy('pm_card_visa');
    inDashboard(500);
    await stripe.settled();
    await poll();
    await poll();
    expect(await refunds()).toMatchObject([
      { status: 'succeeded', amount: 500, reason: 'other', comment: 'Refunded in Stripe.' },
    ]);
    expect(await orders()).toMatchObject([{ status: 'partially_refunded', refunded_amount: 500 }]);
    inDashboard();
    await stripe.settled();
    await poll();
    expect((await refunds()).map(({ amount }) => amount).sort()).toEqual([1500, 500]);
    expect(await orders()).toMatchObject([{ status: 'refunded', refunded_amount: 2000 }]);
  });

  it('leaves for refunds here what it has left', async () => {
    await buy('pm_card_visa');
    inDashboard(1500);
    const [order] = await orders();
    const body = { order_id: order?.id ?? '', amount: 1000, reason: 'customer_request' } as const;
    expect(await callApi(createRefund, { body }, { as })).toMatchObject({ status: 'failed' });
    await stripe.settled();
    await learn();
    expect(await orders()).toMatchObject([{ refunded_amount: 1500 }]);
    expect((await refusal(createRefund, { body }, { as })).status).toBe(422);
    await callApi(createRefund, { body: { ...body, amount: 500 } }, { as });
    await stripe.settled();
    await poll();
    expect(await orders()).toMatchObject([{ status: 'refunded', refunded_amount: 2000 }]);
    const given = stripe.refunds(account).reduce((sum, { amount }) => sum + amount, 0);
    expect(given).toBe(2000);
  });

  it('that is pending there is pending here, and takes its outcome from its event', async () => {
    await buy('pm_card_pendingRefund');
    inDashboard(700);
    await stripe.settled();
    await learn();
    expect(await refunds()).toMatchObject([{ status: 'pending', amount: 700 }]);
    stripe.advance(5);
    await stripe.settled();
    await learn();
    expect(await refunds()).toMatchObject([{ status: 'succeeded', amount: 700 }]);
    expect(await orders()).toMatchObject([{ refunded_amount: 700 }]);
  });

  it('appears though no event of it is listed any more', async () => {
    stripe.setDeliveries('never');
    await buy('pm_card_visa');
    await poll();
    inDashboard(500);
    // The account lists events of the last 30 days alone, and the connection was silent for longer.
    stripe.advance(40 * 86_400);
    const { id } = await db(null).paymentConnection.findFirstOrThrow({
      where: { organizationId: as.organizationId },
    });
    const silent = { lastEventAt: new Date(Date.now() - 40 * DAY_MS), eventsCursor: 'evt_gone' };
    await db(null).paymentConnection.update({ where: { id }, data: silent });
    await poll();
    expect(await refunds()).toMatchObject([{ status: 'succeeded', amount: 500 }]);
    await poll();
    expect(await refunds()).toHaveLength(1);
  });

  it('of a charge that nothing here has made is none of ours', async () => {
    const other = await makeSeller();
    await connectStripe(other, stripe, { account });
    await buy('pm_card_visa');
    inDashboard();
    await stripe.settled();
    await learn();
    expect((await callApi(listRefunds, { query: {} }, { as: other })).items).toEqual([]);
    expect(await refunds()).toHaveLength(1);
  });
});

it('the page of the connection says when the last event came', { tags: 'soak' }, async () => {
  await buy('pm_card_visa');
  await stripe.settled();
  const params = { id: as.organizationId };
  const { items } = await callApi(listPaymentConnections, { params }, { as });
  expect(items[0]?.webhook.last_event_at).not.toBeNull();
});
