import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission, Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import {
  createCheckout,
  exportCheckouts,
  getCheckout,
  getCheckoutByClient,
  listCheckouts,
  updateCheckout,
} from '@/lib/resources/checkouts/contract';
import { expireAllDue, redactEvents } from '@/lib/resources/checkouts/jobs';
import { createCustomer } from '@/lib/resources/customers/contract';
import { listCustomerOrders } from '@/lib/resources/orders/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal, sendRaw } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrder,
  makeProduct as makeProductRow,
  makeSeller,
  makeToken,
  type Seller,
} from '@/testing/factories';
import {
  buyer,
  confirm,
  free,
  freeMonthly,
  makeCheckout,
  makeProduct,
  monthly,
} from '@/testing/shop';

// What scopes and roles keep from whoever handles checkouts (docs/contract/callers.md#naming-a-customer).

const BOUND: Permission[] = ['checkouts:write', 'customers:read'];
const FULL: Permission[] = [...BOUND, 'customer_sessions:write'];
const REDACTED = `td_c_${'*'.repeat(43)}`;

let seller: Seller;
let product: Awaited<ReturnType<typeof makeProduct>>;
beforeAll(async () => {
  seller = await makeSeller();
  product = await makeProduct(seller, free);
});

const tokenWith = async (...scopes: Permission[]) => ({
  token: await makeToken({ userId: seller.userId }, { scopes }),
});
const makeVictim = () =>
  callApi(
    createCustomer,
    {
      body: {
        email: `victim-${newId()}@example.com`,
        name: 'Victoria Victim',
        billing_address: { country: 'DE', city: 'Geheimstadt' },
        tax_id: ['DE123456789', 'eu_vat'],
      },
    },
    { as: seller },
  );

describe('a checkout that names a customer', () => {
  const attempt = (as: { token: string }, more: object) =>
    sendRaw(
      createCheckout,
      { body: JSON.stringify({ payment_processor: 'stripe', ...more }) },
      { as },
    );
  const count = () => db(null).checkout.count({ where: { organizationId: seller.organizationId } });

  it('takes customers:read as well, whoever the customer is', async () => {
    const { id } = await makeVictim();
    const before = await count();
    for (const customer_id of [id, newId()]) {
      const body = { product_id: product.id, customer_id };
      const response = await attempt(await tokenWith('checkouts:write'), body);
      expect(response.status).toBe(403);
      expect(response.headers.get('WWW-Authenticate')).toBe(
        'Bearer error="insufficient_scope", scope="customers:read"',
      );
      const answer = await response.text();
      expect(JSON.parse(answer)).toMatchObject({ error: 'insufficient_scope' });
      expect(answer).not.toContain('Victim');
    }
    expect(await count()).toBe(before);
  });

  it('takes it too where a subscription leads to the customer', async () => {
    const gift = await makeProduct(seller, freeMonthly);
    const plan = await makeProduct(seller, monthly());
    const { customer_id } = await confirm(await makeCheckout(seller, gift.id), {
      customer_email: `sub-${newId()}@example.com`,
    });
    const { id: subscription_id } = await db(null).subscription.findFirstOrThrow({
      where: { customerId: customer_id ?? '' },
    });
    const body = { product_id: plan.id, subscription_id };
    expect((await attempt(await tokenWith('checkouts:write'), body)).status).toBe(403);
    expect((await attempt(await tokenWith(...BOUND), body)).status).toBe(201);
  });

  it.each([['customers:read'], ['customers:write']] as const)('is made with %s', async (scope) => {
    const { id, name } = await makeVictim();
    const as = await tokenWith('checkouts:write', scope);
    const checkout = await makeCheckout(as, product.id, { customer_id: id });
    expect(checkout).toMatchObject({ customer_id: id, customer_name: name });
  });

  it('needs no more than checkouts:write while it names nobody', async () => {
    const checkout = await makeCheckout(await tokenWith('checkouts:write'), product.id);
    expect(checkout.client_secret).toMatch(/^td_c_[\w-]{43}$/);
  });
});

describe('the session of a confirmed checkout', () => {
  /** The ids of the orders that the session sees; the customer has another one than this checkout's. */
  async function ordersSeen(shop: Seller, as: { token: string }) {
    const { organizationId } = shop;
    const customer = await makeCustomer(organizationId);
    const sold = await makeProductRow(organizationId, {
      price: { type: 'one_time', amountType: 'free' },
    });
    const earlier = await makeOrder(organizationId, { product: sold, customer });
    const checkout = await makeCheckout(as, sold.id, { customer_id: customer.id });
    const { customer_session_token: token } = await confirm(checkout, {});
    const { items } = await callApi(listCustomerOrders, {}, { as: { token } });
    return { all: items.length, isFull: items.some(({ id }) => id === earlier.id) };
  }

  it.each<[string, Role, Permission[], boolean]>([
    ['an owner whose token may make customer sessions', 'owner', FULL, true],
    ['an owner whose token may not', 'owner', BOUND, false],
    ['a member whose token says it may', 'member', FULL, false],
  ])('that %s made sees all orders: %s, %j → %s', async (_, role, scopes, isFull) => {
    const maker = await makeSeller({ role, scopes });
    expect(await ordersSeen(maker, maker)).toEqual({ all: isFull ? 2 : 1, isFull });
  });

  it('that an organization token made sees all orders', async () => {
    const { organizationId } = seller;
    const token = await makeToken({ organizationId }, { scopes: FULL });
    expect((await ordersSeen(seller, { token })).isFull).toBe(true);
  });

  it('sees one purchase where the maker is not known, as of checkouts from before', async () => {
    const customer = await makeVictim();
    const checkout = await makeCheckout(seller, product.id, { customer_id: customer.id });
    const { organizationId, id } = await db(null).checkout.findUniqueOrThrow({
      where: { id: checkout.id },
    });
    await db(null).$executeRaw`
      UPDATE checkouts SET maker_may_open_sessions = DEFAULT WHERE id = ${id}::uuid`;
    await confirm(checkout, {});
    expect(
      await db(null).customerSession.findMany({
        where: { organizationId, customerId: customer.id },
      }),
    ).toMatchObject([{ checkoutId: id }]);
  });
});

describe('what opens a checkout', () => {
  /** A checkout as get, list and export show it. */
  async function seen(id: string, as: { token: string }) {
    const one = await callApi(getCheckout, { params: { id } }, { as });
    const page = await callApi(listCheckouts, { query: { limit: 100 } }, { as });
    const accept = { as, headers: { Accept: 'application/json' } };
    const rows = await callApi(exportCheckouts, {}, accept);
    const csv = await (
      await sendRaw(exportCheckouts, {}, { as, headers: { Accept: 'text/csv' } })
    ).text();
    return {
      csv,
      views: [one, ...[page.items, rows].map((all) => all.find((row) => row.id === id))],
    };
  }

  it.each(['the reader first', 'the writer first'])(
    'is redacted for readers alone (%s)',
    async (order) => {
      const success_url = 'https://shop.example.com/thanks';
      const plain = await makeCheckout(seller, product.id, { customer_name: 'Bo' });
      const led = await makeCheckout(seller, product.id, { success_url });
      const reader = await tokenWith('checkouts:read');
      const writer = await tokenWith('checkouts:write');
      const callers =
        order === 'the reader first' ? [reader, writer, reader] : [writer, reader, writer];
      for (const caller of callers) {
        const { views, csv } = await seen(plain.id, caller);
        const isReader = caller === reader;
        const url = `http://localhost:3000/checkout/${REDACTED}`;
        const hidden = {
          ...plain,
          client_secret: REDACTED,
          url,
          success_url: `${url}/confirmation`,
        };
        for (const view of views) expect(view).toEqual(isReader ? hidden : plain);
        expect(csv).not.toContain(plain.client_secret);
        const other = (await seen(led.id, caller)).views;
        for (const view of other) {
          expect(view?.success_url).toBe(success_url);
          expect(view?.client_secret).toBe(isReader ? REDACTED : led.client_secret);
        }
      }
      const params = { client_secret: REDACTED };
      expect((await refusal(getCheckoutByClient, { params })).status).toBe(404);
    },
  );

  it('is shown to members, who may write checkouts', async () => {
    const member = await makeSeller({ role: 'member' });
    const { id } = await makeProductRow(member.organizationId);
    const checkout = await makeCheckout(member, id);
    const { views } = await seen(checkout.id, member);
    for (const view of views) expect(view).toEqual(checkout);
  });

  it('is in no event', async () => {
    const checkout = await makeCheckout(seller, product.id);
    await callApi(
      updateCheckout,
      { params: { id: checkout.id }, body: { customer_name: 'Bo' } },
      { as: seller },
    );
    await confirm(checkout, buyer({ customer_email: `${newId()}@example.com` }));
    const due = await makeCheckout(seller, product.id);
    await db(null).checkout.update({ where: { id: due.id }, data: { expiresAt: new Date(0) } });
    await expireAllDue(new Date());
    const events = await db(null).event.findMany({
      omit: { sequence: true },
      where: { objectId: { in: [checkout.id, due.id] } },
    });
    expect(events).toHaveLength(5);
    for (const { snapshot } of events) {
      expect(snapshot).toMatchObject({
        client_secret: REDACTED,
        success_url: `http://localhost:3000/checkout/${REDACTED}/confirmation`,
      });
    }
    const text = JSON.stringify(events);
    expect(text).not.toContain(checkout.client_secret);
    expect(text).not.toContain(due.client_secret);
  });

  it('is taken out of events from before, once', async () => {
    const { organizationId } = seller;
    const client_secret = `td_c_${'s'.repeat(43)}`;
    const url = `http://localhost:3000/checkout/${client_secret}`;
    const snapshot = { client_secret, url, success_url: `${url}/confirmation`, status: 'open' };
    const of = (kind: string, more: object) => ({
      id: newId(),
      organizationId,
      kind,
      objectId: newId(),
      snapshot: { ...snapshot, ...more },
      actor: { type: 'system' },
    });
    const old = [
      ...Array.from({ length: 1001 }, () => of('checkout.created', {})),
      of('checkout.updated', { success_url: 'https://shop.example.com/thanks' }),
      of('order.created', {}),
    ];
    await db(null).event.createMany({ data: old });
    const key = 'event_redaction_cursor';
    await db(null).installation.create({
      data: { key, value: '00000000-0000-0000-0000-000000000000' },
    });
    await redactEvents();
    const snapshots = await db(null).event.findMany({
      where: { id: { in: old.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
      select: { snapshot: true },
    });
    const address = `http://localhost:3000/checkout/${REDACTED}`;
    const redacted = { client_secret: REDACTED, url: address, status: 'open' };
    const [first, ...others] = snapshots.map((event) => event.snapshot);
    expect(first).toEqual({ ...redacted, success_url: `${address}/confirmation` });
    expect(others.slice(0, 1000)).toEqual(Array(1000).fill(first));
    expect(others[1000]).toEqual({ ...redacted, success_url: 'https://shop.example.com/thanks' });
    expect(others[1001]).toEqual(snapshot);
    expect(await db(null).installation.findUnique({ where: { key } })).toBeNull();
  });
});
