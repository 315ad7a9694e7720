import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { POST } from '@/app/webhooks/stripe/[connection_id]/route';
import { db } from '@/lib/database/connection/client';
import { getCheckout } from '@/lib/resources/checkouts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listPaymentConnections } from '@/lib/resources/payment-connections/contract';
import { webhookSecretOf } from '@/lib/resources/payment-connections/service';
import { createRefund, listRefunds } from '@/lib/resources/refunds/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { learnPayment, pollEvents } from '@/lib/workflows/learn-payments';
import { callApi } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeProduct } from '@/testing/shop';
import type { StripeDouble } from '@/testing/stripe/double';
import { signed } from '@/testing/stripe/webhooks';

// docs/contract/payments.md#learning

let stripe: StripeDouble;
let as: Seller;
let account: string;
let connectionId: string;
/** The statuses that deliveries were answered with. */
let answered: number[];

beforeEach(async () => {
  await db(null).$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  stripe = await startStripe();
  await listen();
  as = await makeSeller();
  const connected = await connectStripe(as, stripe);
  account = connected.account;
  connectionId = connected.connection.id;
});

/** Has the product's own route take what the double delivers. */
async function listen(): Promise<void> {
  answered = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const id = incoming.url?.split('/').at(-1) ?? '';
    const answer = await deliver(
      id,
      Buffer.concat(chunks).toString(),
      String(incoming.headers['stripe-signature']),
    );
    answered.push(answer.status);
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

/** Does the jobs that events have queued; returns how many. */
async function learn(): Promise<number> {
  const jobs = await db(null).$queryRaw<{ payload: object }[]>`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier = ${learnPayment.name} RETURNING j.payload`;
  for (const { payload } of jobs) await learnPayment.run(payload, new AbortController().signal);
  return jobs.length;
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

describe('a delayed payment', () => {
  it.each(['once', 'twice', 'reversed'] as const)(
    'is settled by its deliveries (%s)',
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

it('events are looked for every ten minutes, and each minute without an endpoint', async () => {
  const calls = () => stripe.calls.filter(({ call }) => call === 'GET /v1/events').length;
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

it('a cursor that is not listed any more starts anew', async () => {
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

describe('a delivery', () => {
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

it('a refund that is pending first is settled by its event', async () => {
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

it('the page of the connection says when the last event came', async () => {
  await buy('pm_card_visa');
  await stripe.settled();
  const params = { id: as.organizationId };
  const { items } = await callApi(listPaymentConnections, { params }, { as });
  expect(items[0]?.webhook.last_event_at).not.toBeNull();
});
