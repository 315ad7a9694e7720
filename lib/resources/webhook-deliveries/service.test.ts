import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Permission } from '@/lib/contract/permissions';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { deleteCustomer, listCustomers } from '@/lib/resources/customers/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import { createProduct, updateProduct } from '@/lib/resources/products/contract';
import { listRefusals } from '@/lib/resources/refusals/contract';
import { refusalsWritten } from '@/lib/resources/refusals/service';
import {
  getWebhookDelivery,
  redeliverEvent,
  redeliverToEndpoint,
} from '@/lib/resources/webhook-deliveries/contract';
import {
  deliverDue,
  purgeDeliveries,
  startDeliveries,
} from '@/lib/resources/webhook-deliveries/jobs';
import { findDue } from '@/lib/resources/webhook-deliveries/repository';
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  getWebhookHealth,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import { switchOff } from '@/lib/resources/webhook-endpoints/service';
import { callApi, refusal } from '@/testing/call-api';
import { runErasures } from '@/testing/erasure';
import { makeSeller, makeToken, makeUser, type Seller } from '@/testing/factories';
import { type Received, startReceiver } from '@/testing/receiver';
import { buyer, confirm, fixed, makeCheckout } from '@/testing/shop';
import { dataOf, deliver, deliveriesOf, endpointOf, SECRET } from '@/testing/webhooks';

function makeProduct(as: Seller, name = 'Quill') {
  return callApi(createProduct, { body: { name, prices: fixed(500) } }, { as });
}

function rename(as: Seller, id: string, name: string) {
  return callApi(updateProduct, { params: { id }, body: { name } }, { as });
}

async function emailOf(id: string): Promise<string> {
  return (await db(null).user.findUniqueOrThrow({ where: { id } })).email;
}

describe('a delivery', () => {
  it('is signed by Standard Webhooks and names its event', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const endpoint = await endpointOf(as, `${url}/hooks`);
    const product = await makeProduct(as);
    await deliver();
    const [request] = received;
    if (!request) throw new Error('Nothing was received');
    const { items: events } = await callApi(listEvents, {}, { as });
    expect(new Webhook(SECRET, { format: 'raw' }).verify(request.body, request.headers)).toEqual({
      type: 'product.created',
      timestamp: events[0]?.created_at,
      data: JSON.parse(JSON.stringify(product)),
    });
    expect(request).toMatchObject({
      path: '/hooks',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Tilldesk-Webhooks/1',
        'webhook-id': events[0]?.id,
        'webhook-event-number': '1',
      },
    });
    expect(request.headers).not.toHaveProperty('webhook-test');
    const [delivery] = await deliveriesOf(as);
    expect(delivery).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      organization_id: as.organizationId,
      endpoint_id: endpoint.id,
      event_id: events[0]?.id,
      number: 1,
      type: 'product.created',
      status: 'succeeded',
      is_test: false,
      next_attempt_at: null,
      attempts: [
        {
          at: expect.any(String),
          outcome: 'succeeded',
          http_status: 200,
          latency_ms: expect.any(Number),
          request_headers: expect.objectContaining({ 'webhook-id': events[0]?.id }),
          response_headers: expect.objectContaining({ 'content-type': 'text/plain' }),
          response_body: 'ok',
          is_response_cut: false,
          error: null,
        },
      ],
    });
    const params = { id: delivery?.id ?? '' };
    expect(await callApi(getWebhookDelivery, { params }, { as })).toEqual(delivery);
    const found = await callApi(getWebhookEndpoint, { params: { id: endpoint.id } }, { as });
    expect(found).toMatchObject({ failing_since: null, last_delivery_at: expect.any(String) });
  });

  it('goes to the endpoints that take its kind', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    await endpointOf(as, `${url}/updated`, ['product.updated']);
    await endpointOf(as, `${url}/orders`, ['order.created']);
    await endpointOf(await makeSeller(), `${url}/other`);
    const { id } = await makeProduct(as);
    await rename(as, id, 'Nib');
    await deliver();
    expect(received.map(({ path }) => path)).toEqual(['/updated']);
  });

  it('carries each kind of a sale as published clients read it', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    await endpointOf(as, url);
    const product = await makeProduct(as);
    await confirm(await makeCheckout(as, product.id), buyer());
    await deliver();
    const types = new Set(received.map(({ body }) => JSON.parse(body).type));
    expect(types).toEqual(
      new Set([
        'product.created',
        'checkout.created',
        'checkout.updated',
        'customer.created',
        'order.created',
      ]),
    );
  });

  it('waits for the earlier ones about its object, and for no others', async () => {
    const as = await makeSeller();
    let isDown = true;
    const { url, received } = await startReceiver((request, response) => {
      response.writeHead(isDown && dataOf(request).name === 'Ink' ? 500 : 200).end();
    });
    await endpointOf(as, url);
    const ink = await makeProduct(as, 'Ink');
    await rename(as, ink.id, 'Ink, black');
    await makeProduct(as, 'Quill');
    await deliver();
    const names = () => received.map((request) => dataOf(request).name);
    expect(names().sort()).toEqual(['Ink', 'Quill']);
    isDown = false;
    await deliver(6_000);
    expect(names().slice(2)).toEqual(['Ink', 'Ink, black']);
  });

  it('that waits for one that has failed is due again with that', async () => {
    const as = await makeSeller();
    const { url } = await startReceiver((_request, response) => {
      response.writeHead(500).end();
    });
    const endpoint = await endpointOf(as, url);
    const { id } = await makeProduct(as, 'Ink');
    for (let nth = 1; nth <= 3; nth += 1) await rename(as, id, `Ink ${nth}`);
    await deliver();
    const [first, ...others] = await deliveriesOf(as);
    expect(first?.attempts).toHaveLength(1);
    expect(others.map(({ next_attempt_at }) => next_attempt_at)).toEqual(
      Array.from({ length: 3 }, () => first?.next_attempt_at),
    );
    const due = await findDue(new Date());
    expect(due.filter(({ endpointId }) => endpointId === endpoint.id)).toEqual([]);
  });

  it('is tried ten times within 53 hours, and then lets the later ones go', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver((request, response) => {
      response.writeHead(dataOf(request).name === 'Ink' ? 500 : 200).end();
    });
    await endpointOf(as, url);
    const { id } = await makeProduct(as, 'Ink');
    await rename(as, id, 'Quill');
    await numbered();
    for (let tries = 1; tries <= 10; tries += 1) {
      const [first] = await deliveriesOf(as);
      await deliverDue(new Date(first?.next_attempt_at ?? ''), switchOff);
      if (tries < 10) expect(received.length).toBe(tries);
    }
    const times = (await deliveriesOf(as))[0]?.attempts.map(({ at }) => Date.parse(at)) ?? [];
    const [minute, hour] = [60_000, 3_600_000];
    const delays = [5000, 30_000, 2 * minute, 10 * minute];
    delays.push(...[1, 3, 8, 16, 24].map((hours) => hours * hour));
    for (const [place, delay] of delays.entries()) {
      // From the end of the try before, which takes some milliseconds.
      const waited = (times[place + 1] ?? 0) - (times[place] ?? 0);
      expect(waited).toBeGreaterThanOrEqual(0.9 * delay);
      expect(waited).toBeLessThan(1.1 * delay + 10_000);
    }
    const [first] = await deliveriesOf(as);
    expect(first).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(first?.attempts.map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 10 }, () => 'status_refused'),
    );
    expect(received.map((request) => dataOf(request).name)).toEqual([
      ...Array.from({ length: 10 }, () => 'Ink'),
      'Quill',
    ]);
  });

  it('respects Retry-After', async () => {
    const as = await makeSeller();
    const { url } = await startReceiver((_request, response) => {
      response.writeHead(429, { 'retry-after': '7200' }).end();
    });
    await endpointOf(as, url);
    await makeProduct(as);
    await deliver();
    const [{ next_attempt_at = '', attempts = [] } = {}] = await deliveriesOf(as);
    const wait = Date.parse(next_attempt_at ?? '') - Date.parse(attempts[0]?.at ?? '');
    expect(wait).toBeGreaterThanOrEqual(7_200_000);
    expect(wait).toBeLessThan(7_300_000);
  });

  it('that is redirected has failed and says so', async () => {
    const as = await makeSeller();
    const { url } = await startReceiver((_request, response) => {
      response.writeHead(301, { location: '/elsewhere' }).end();
    });
    const { id } = await endpointOf(as, url);
    await makeProduct(as);
    await deliver();
    expect(await deliveriesOf(as)).toMatchObject([
      { status: 'pending', attempts: [{ outcome: 'redirected', http_status: 301 }] },
    ]);
    const endpoint = await callApi(getWebhookEndpoint, { params: { id } }, { as });
    expect(endpoint.failing_since).not.toBeNull();
  });

  it('to a private address is refused at each try', async () => {
    const as = await makeSeller();
    const { id } = await endpointOf(as, 'http://10.0.0.1/');
    await makeProduct(as);
    await deliver();
    expect(await deliveriesOf(as)).toMatchObject([
      { attempts: [{ outcome: 'address_refused', error: '10.0.0.1 is not a public address.' }] },
    ]);
    await refusalsWritten();
    const refusals = await callApi(listRefusals, { query: { object_id: [id] } }, { as });
    expect(refusals.items).toMatchObject([
      {
        kind: 'webhook_address',
        detail: '10.0.0.1 is not a public address.',
        rule: '/docs/webhooks#addresses',
        object: { kind: 'webhook_endpoint', id, name: 'http://10.0.0.1/' },
      },
    ]);
  });

  it('is made once, whatever numbers its event, and claimed by one node', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    await endpointOf(as, url);
    for (let nth = 0; nth < 12; nth += 1) await makeProduct(as, `Pen ${nth}`);
    await numbered();
    const now = new Date(Date.now() + 1000);
    await Promise.all([
      deliverDue(now, switchOff),
      deliverDue(now, switchOff),
      deliverDue(now, switchOff),
    ]);
    expect(received.map(({ headers }) => Number(headers['webhook-event-number'])).sort()).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].sort(),
    );
  });

  it('has at most 4 beside it at an endpoint, on all nodes together', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    let open = 0;
    let most = 0;
    const { url, received } = await startReceiver((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 50);
    });
    await endpointOf(as, url);
    for (let nth = 0; nth < 16; nth += 1) await makeProduct(as, `Pen ${nth}`);
    await numbered();
    const now = new Date(Date.now() + 1000);
    while (received.length < 16)
      await Promise.all([deliverDue(now, switchOff), deliverDue(now, switchOff)]);
    expect(most).toBe(4);
  });

  it('is tried within a second of its cause while a node runs', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    await endpointOf(as, url);
    const running = startDeliveries(() => new Date(), switchOff);
    onTestFinished(running.stop);
    await makeProduct(as);
    await expect.poll(() => received.length).toBe(1);
  });

  it('waits for none of 64 receivers of other organizations that hang', {
    tags: 'soak',
  }, async () => {
    const hanging = await startReceiver(() => {});
    const sellers = await Promise.all(Array.from({ length: 4 }, () => makeSeller()));
    for (const seller of sellers) {
      for (let nth = 0; nth < 16; nth += 1) await endpointOf(seller, `${hanging.url}/${nth}`);
    }
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    await endpointOf(as, url);
    for (const seller of sellers) await makeProduct(seller);
    await numbered();
    const running = startDeliveries(() => new Date(), switchOff);
    onTestFinished(running.stop);
    // Half of the places at once, and the other half for none of these organizations.
    await expect.poll(() => hanging.received.length).toBeGreaterThanOrEqual(32);
    for (let nth = 1; nth <= 3; nth += 1) {
      await makeProduct(as, `Pen ${nth}`);
      await expect.poll(() => received.length).toBe(nth);
    }
    // None has waited for the end of a try that hangs.
    for (const { created_at, attempts } of await deliveriesOf(as)) {
      const waited = Date.parse(attempts[0]?.at ?? '') - Date.parse(created_at);
      expect(waited).toBeLessThan(10_000);
    }
  });

  it('that is broken off by a stop is tried again', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    let isHanging = true;
    const { url, received } = await startReceiver((_request, response) => {
      if (!isHanging) response.end();
    });
    await endpointOf(as, url);
    const running = startDeliveries(() => new Date(), switchOff);
    await makeProduct(as);
    await expect.poll(() => received.length).toBe(1);
    await running.stop();
    expect(await deliveriesOf(as)).toMatchObject([{ status: 'pending', attempts: [] }]);
    isHanging = false;
    await deliver(1000);
    expect(await deliveriesOf(as)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is kept for 30 days, without what its receiver said about an erased customer', async () => {
    const as = await makeSeller();
    const { url } = await startReceiver((request, response) => response.end(request.body));
    await endpointOf(as, url, ['order.created', 'checkout.updated']);
    const product = await makeProduct(as);
    await confirm(await makeCheckout(as, product.id), buyer());
    await deliver();
    const { items } = await callApi(listCustomers, {}, { as });
    const before = await deliveriesOf(as);
    expect(before.every(({ attempts }) => attempts[0]?.response_body)).toBe(true);
    const id = items[0]?.id ?? '';
    await callApi(deleteCustomer, { params: { id } }, { as });
    await runErasures(id);
    const after = await deliveriesOf(as);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.flatMap(({ attempts }) => attempts.map((one) => one.response_body))).toEqual(
      after.map(() => null),
    );
    await purgeDeliveries(new Date(Date.now() + 29 * DAY_MS));
    expect(await deliveriesOf(as)).toHaveLength(after.length);
    await purgeDeliveries(new Date(Date.now() + 31 * DAY_MS));
    expect(await deliveriesOf(as)).toEqual([]);
    const where = { organizationId: as.organizationId };
    expect(await db(null).webhookAttempt.count({ where })).toBe(0);
  });
});

describe('an endpoint', () => {
  it('that answers 410 is switched off at once, and its seller is told', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver((_request, response) => {
      response.writeHead(410).end();
    });
    const { id } = await endpointOf(as, url);
    const { organizationId } = as;
    const [admin, member] = [await makeUser(), await makeUser()];
    await db(null).membership.createMany({
      data: [
        { organizationId, userId: admin.id, role: 'admin' },
        { organizationId, userId: member.id, role: 'member' },
      ],
    });
    const product = await makeProduct(as);
    await rename(as, product.id, 'Nib');
    await deliver();
    expect(received).toHaveLength(1);
    const endpoint = await callApi(getWebhookEndpoint, { params: { id } }, { as });
    expect(endpoint).toMatchObject({ is_enabled: false, disabled_reason: 'gone' });
    const where = { organizationId: as.organizationId, kind: 'webhook_disabled' };
    const mails = await db(null).mail.findMany({ where });
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [await emailOf(as.userId), admin.email].sort(),
    );
    await rename(as, product.id, 'Pen');
    await deliver(60_000);
    expect((await deliveriesOf(as)).map(({ status }) => status)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(received).toHaveLength(1);
  });

  it('where nothing succeeds for 3 days is switched off, and sends what it missed when it is on', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    let isDown = true;
    const { url, received } = await startReceiver((_request, response) => {
      response.writeHead(isDown ? 500 : 200).end();
    });
    const { id } = await endpointOf(as, url);
    const product = await makeProduct(as, 'Ink');
    await rename(as, product.id, 'Nib');
    await deliver();
    await deliver(2.9 * DAY_MS);
    const find = () => callApi(getWebhookEndpoint, { params: { id } }, { as });
    expect(await find()).toMatchObject({ is_enabled: true });
    const since = new Date(Date.now() - 3 * DAY_MS);
    await db(null).webhookEndpointHealth.update({
      where: { endpointId: id },
      data: { failingSince: since },
    });
    await deliver(5 * DAY_MS);
    expect(await find()).toMatchObject({ is_enabled: false, disabled_reason: 'failing' });
    const where = { organizationId: as.organizationId, kind: 'webhook_disabled' };
    expect(await db(null).mail.count({ where })).toBe(1);
    await rename(as, product.id, 'Pen');
    await deliver();
    isDown = false;
    received.length = 0;
    await callApi(
      updateWebhookEndpoint,
      { params: { id }, body: { is_enabled: true, redeliver_missed: true } },
      { as },
    );
    expect(await find()).toMatchObject({ disabled_reason: null, failing_since: null });
    await deliver(1000);
    expect(received.map((request) => dataOf(request).name)).toEqual(['Ink', 'Nib', 'Pen']);
  });

  it('that is deleted gets nothing more, and its deliveries stay', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const { id } = await endpointOf(as, url);
    await makeProduct(as);
    await numbered();
    await callApi(deleteWebhookEndpoint, { params: { id } }, { as });
    await deliver(1000);
    expect(received).toEqual([]);
    expect(await deliveriesOf(as)).toMatchObject([{ endpoint_id: id, status: 'skipped' }]);
  });

  it('signs with both secrets after a rotation, until the overlap is over', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const { id } = await endpointOf(as, url);
    const rotated = await callApi(
      rotateWebhookSecret,
      { params: { id }, body: { overlap_hours: 1 } },
      { as },
    );
    expect(rotated.secret).toMatch(/^td_whs_[\w-]{43}$/);
    await makeProduct(as);
    await deliver();
    const last = () => received.at(-1) as Received;
    const verify = (secret: string) =>
      new Webhook(secret, { format: 'raw' }).verify(last().body, last().headers);
    verify(rotated.secret);
    verify(SECRET);
    await callApi(rotateWebhookSecret, { params: { id }, body: { overlap_hours: 0 } }, { as });
    await makeProduct(as, 'Nib');
    await deliver();
    expect(() => verify(rotated.secret)).toThrow();
    expect(last().headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('tells the tries of each of the last 24 hours', async () => {
    const as = await makeSeller();
    const { url } = await startReceiver((request, response) => {
      response.writeHead(dataOf(request).name === 'Ink' ? 500 : 200).end();
    });
    const { id } = await endpointOf(as, url);
    await makeProduct(as, 'Ink');
    await makeProduct(as, 'Quill');
    await deliver();
    const { hours } = await callApi(getWebhookHealth, { params: { id } }, { as });
    expect(hours).toHaveLength(24);
    const sum = (key: 'succeeded_count' | 'failed_count') =>
      hours.reduce((total, hour) => total + hour[key], 0);
    expect([sum('succeeded_count'), sum('failed_count')]).toEqual([1, 1]);
  });
});

describe('a test', () => {
  it('sends the newest event of a kind as a new message, once', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver((_request, response) => {
      response.writeHead(500).end('x'.repeat(3000));
    });
    const { id } = await endpointOf(as, url, ['order.created']);
    await makeProduct(as, 'Ink');
    await makeProduct(as, 'Quill');
    await numbered();
    const attempt = await callApi(
      testWebhookEndpoint,
      { params: { id }, body: { type: 'product.created' } },
      { as },
    );
    expect(attempt).toMatchObject({
      outcome: 'status_refused',
      http_status: 500,
      error: 'It answered 500.',
      response_body: 'x'.repeat(2048),
      is_response_cut: true,
    });
    const [request] = received;
    const { items } = await callApi(listEvents, { query: { type: ['product.created'] } }, { as });
    expect(dataOf(request as Received).name).toBe('Quill');
    expect(request?.headers).toMatchObject({ 'webhook-test': 'true' });
    expect(request?.headers['webhook-id']).not.toBe(items[0]?.id);
    await deliver(60_000);
    expect(received).toHaveLength(1);
    expect(await deliveriesOf(as)).toMatchObject([
      { is_test: true, status: 'failed', event_id: items[0]?.id },
    ]);
  });

  it('needs what its kind is read by, beside the right to change endpoints', async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const { url, received } = await startReceiver();
    const { id } = await endpointOf(seller, url);
    const send = async (scopes: Permission[]) => {
      const as = { token: await makeToken({ organizationId }, { scopes }) };
      const body = { type: 'order.created' as const };
      return refusal(testWebhookEndpoint, { params: { id }, body }, { as });
    };
    for (const scopes of [['webhooks:write'], ['orders:read', 'webhooks:read']] as const) {
      expect(await send([...scopes])).toMatchObject({ status: 403, error: 'insufficient_scope' });
    }
    expect(received).toEqual([]);
  });

  it('is an example of a kind that has no event', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const { id } = await endpointOf(as, url);
    const body = { type: 'order.created' as const };
    const attempt = await callApi(testWebhookEndpoint, { params: { id }, body }, { as });
    expect(attempt).toMatchObject({ outcome: 'succeeded', response_body: 'ok' });
    expect(dataOf(received[0] as Received)).toMatchObject({ amount: 2000, currency: 'usd' });
    expect(await deliveriesOf(as)).toMatchObject([{ is_test: true, event_id: null, number: null }]);
  });
});

describe('what is sent again', () => {
  it('is an event, with the same id, to the endpoints that take it', async () => {
    const as = await makeSeller();
    const { url, received } = await startReceiver();
    const one = await endpointOf(as, `${url}/one`);
    const other = await endpointOf(as, `${url}/other`, ['order.created']);
    await makeProduct(as);
    await deliver();
    const params = { id: received[0]?.headers['webhook-id'] ?? '' };
    const again = (body: object) => callApi(redeliverEvent, { params, body }, { as });
    expect(await again({})).toEqual({ count: 1 });
    expect(await again({})).toEqual({ count: 0 });
    expect(await again({ endpoint_id: other.id })).toEqual({ count: 1 });
    await deliver(1000);
    expect(received.map(({ path }) => path).sort()).toEqual(['/one', '/one', '/other']);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const body = { is_enabled: false };
    await callApi(updateWebhookEndpoint, { params: { id: one.id }, body }, { as });
    const refused = await refusal(
      redeliverEvent,
      { params, body: { endpoint_id: one.id } },
      { as },
    );
    expect(refused.status).toBe(422);
    const stranger = await makeSeller();
    expect((await refusal(redeliverEvent, { params, body: {} }, { as: stranger })).status).toBe(
      404,
    );
  });

  it('is what failed at an endpoint, by numbers and kinds', async () => {
    const as = await makeSeller();
    const { url } = await startReceiver((request, response) => {
      response.writeHead(dataOf(request).name === 'Ink' ? 410 : 200).end();
    });
    const { id } = await endpointOf(as, url);
    for (const name of ['Quill', 'Nib', 'Pen']) await makeProduct(as, name);
    await deliver();
    const again = (body: object) => callApi(redeliverToEndpoint, { params: { id }, body }, { as });
    expect(await again({ status: 'failed' })).toEqual({ count: 0 });
    expect(await again({ types: ['order.created'] })).toEqual({ count: 0 });
    expect(await again({ after: 1, before: 3 })).toEqual({ count: 1 });
    expect(await again({})).toEqual({ count: 2 });
  });

  it('is 10,000 events at most', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const { url } = await startReceiver();
    const { id } = await endpointOf(as, url);
    await db(null).$executeRaw`
      INSERT INTO events (id, organization_id, kind, object_id, snapshot, actor, number)
      SELECT gen_random_uuid(), ${organizationId}::uuid, 'product.updated', gen_random_uuid(), '{}', '{}', n
      FROM generate_series(1, 10001) n`;
    await db(null).$executeRaw`
      INSERT INTO webhook_deliveries
        (id, organization_id, created_at, endpoint_id, event_id, number, type, object_id, status)
      SELECT gen_random_uuid(), e.organization_id, now(), ${id}::uuid, e.id, e.number, e.kind, e.object_id, 'succeeded'
      FROM events e WHERE e.organization_id = ${organizationId}::uuid`;
    const input = (body: object) => ({ params: { id }, body });
    const failure = await refusal(redeliverToEndpoint, input({}), { as });
    expect([failure.status, failure.message]).toEqual([422, expect.stringContaining('10000')]);
    expect(await deliveriesOf(as, { status: ['pending'] })).toEqual([]);
    expect(await callApi(redeliverToEndpoint, input({ after: 1 }), { as })).toEqual({
      count: 10_000,
    });
  });
});
