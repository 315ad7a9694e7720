import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Permission } from '@/lib/contract/permissions';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { startListening } from '@/lib/database/connection/listen';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import {
  createCustomer,
  deleteCustomer,
  updatePortalCustomer,
} from '@/lib/resources/customers/contract';
import { exportEvents, getEvent, listEvents } from '@/lib/resources/events/contract';
import { purgeOldEvents } from '@/lib/resources/events/jobs';
import { canReadOn } from '@/lib/resources/events/rules';
import { EVENT_KINDS, type Event } from '@/lib/resources/events/schema';
import { numbered, numberWaiting, record } from '@/lib/resources/events/service';
import { createOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { me, newSeller, ORIGIN } from '@/testing/accounts';
import { type Actor, callApi, refusal } from '@/testing/call-api';
import { makeSeller, makeToken, type Seller } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeKeyProduct, monthly } from '@/testing/shop';
import { advanceTo } from '@/testing/test-clocks';

/** All events of a seller, the oldest first. */
async function feed(as: Actor, query: object = {}): Promise<Event[]> {
  await numbered();
  const { items } = await callApi(
    listEvents,
    { query: { after: 0, limit: 100, ...query } },
    { as },
  );
  return items;
}

async function makeProduct(as: Seller, name = 'Quill', prices = fixed(500)) {
  return callApi(createProduct, { body: { name, prices } }, { as });
}

/** Records so many events about one object, in one transaction. */
async function recordSome({ organizationId }: Seller, count: number, id = newId()) {
  await transaction(systemScope(organizationId), async (scope) => {
    for (let nth = 1; nth <= count; nth += 1) {
      await record(scope, { kind: 'product.updated', organizationId, snapshot: { id } });
    }
  });
}

describe('numbers', () => {
  it('are 1, 2, 3 in each organization, soon after the commit', async () => {
    const [one, other] = [await makeSeller(), await makeSeller()];
    const { id } = await makeProduct(one);
    await makeProduct(other);
    await callApi(updateProduct, { params: { id }, body: { name: 'Nib' } }, { as: one });
    expect(await feed(one)).toMatchObject([
      { number: 1, type: 'product.created', object_id: id, data: { id, name: 'Quill' } },
      { number: 2, type: 'product.updated', object_id: id, data: { id, name: 'Nib' } },
    ]);
    expect(await feed(other)).toMatchObject([{ number: 1, type: 'product.created' }]);
  });

  it('have no gap and follow the versions of each object, whoever writes and numbers at once', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const products = await Promise.all([1, 2, 3].map((n) => makeProduct(as, `Product ${n}`)));
    const rename = async (name: string) => {
      const product = products[Number(name) % 3];
      const params = { id: product?.id ?? '' };
      await callApi(updateProduct, { params, body: { name: `Name ${name}` } }, { as });
    };
    await Promise.all([
      ...Array.from({ length: 12 }, (_, nth) => rename(String(nth))),
      ...Array.from({ length: 3 }, () => numberWaiting()),
    ]);
    await numbered();
    const events = await feed(as);
    expect(events.map(({ number }) => number)).toEqual(events.map((_, place) => place + 1));
    expect(events).toHaveLength(15);
    for (const { id } of products) {
      const versions = events.filter(({ object_id }) => object_id === id);
      const { name } = await callApi(getProduct, { params: { id } }, { as });
      expect(versions.at(-1)?.data).toMatchObject({ name });
    }
  });

  it('are given while another transaction is open, which has its own later', async () => {
    const as = await makeSeller();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begun = () => {};
    const isWritten = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const snapshot = { id: newId() };
    const { organizationId } = as;
    const open = transaction(systemScope(organizationId), async (scope) => {
      await record(scope, { kind: 'product.updated', organizationId, snapshot });
      scope.beforeCommit?.(async () => {
        begun();
        await ended;
      });
    });
    await isWritten;
    await recordSome(as, 2);
    expect(await feed(as)).toHaveLength(2);
    end();
    await open;
    expect((await feed(as)).map(({ number, object_id }) => [number, object_id])).toEqual([
      [1, expect.any(String)],
      [2, expect.any(String)],
      [3, snapshot.id],
    ]);
  });

  it('keep no writer waiting, and are told once for all that are given together', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    await makeProduct(as);
    await numbered();
    let told = 0;
    let isReady = () => {};
    const isListening = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    const listener = startListening({
      event_numbers: (id) => {
        if (id === organizationId) told += 1;
        if (id === null) isReady();
      },
    });
    onTestFinished(listener.stop);
    await isListening;
    await db(null).$transaction(async (other) => {
      await other.$executeRaw`
        SELECT 1 FROM event_counters WHERE organization_id = ${organizationId}::uuid FOR UPDATE`;
      // Each of them is answered while nobody can number.
      for (let nth = 1; nth <= 5; nth += 1) await makeProduct(as, `Pen ${nth}`);
      const { items } = await callApi(listEvents, {}, { as });
      expect(items.map(({ number }) => number)).toEqual([1]);
      expect(told).toBe(0);
    });
    expect((await feed(as)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    await expect.poll(() => told).toBeGreaterThan(0);
    // The first of them was waiting for the counter, and saw all of them.
    expect(told).toBe(1);
  });

  it('are given by any node where the process that recorded has ended', async () => {
    const as = await makeSeller();
    await db(null).event.create({
      data: {
        id: newId(),
        organizationId: as.organizationId,
        kind: 'product.created',
        objectId: newId(),
        snapshot: { id: 1 },
        actor: { type: 'system' },
      },
    });
    expect(await feed(as)).toEqual([]);
    await numberWaiting();
    expect(await feed(as)).toMatchObject([{ number: 1, actor: { type: 'system' } }]);
  });

  it('number thousands', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    await recordSome(as, 2500);
    await numbered();
    const { pagination, items } = await callApi(listEvents, { query: { limit: 1 } }, { as });
    expect(pagination.total_count).toBe(2500);
    expect(items).toMatchObject([{ number: 2500 }]);
  });
});

describe('an event', () => {
  it('names who has caused it, with the name that it has now', async () => {
    const as = await makeSeller();
    await makeProduct(as);
    const token = await makeToken({ organizationId: as.organizationId });
    const input = { params: { id: as.organizationId }, body: { bio: 'New' } };
    await callApi(updateOrganization, input, { as: { token } });
    const before = await feed(as);
    expect(before.map(({ actor }) => actor)).toMatchObject([
      { type: 'token', name: 'test' },
      { type: 'token', name: 'test' },
    ]);
    const [personal, own] = before.map(({ actor }) => actor.id ?? '');
    expect(personal).not.toBe(own);
    await db(null).token.update({ where: { id: own ?? '' }, data: { name: 'Deploys' } });
    const names = (await feed(as)).map(({ actor }) => actor.name);
    expect(names).toEqual(['test', 'Deploys']);
    expect(before[1]?.request_id).toMatch(/^[\w-]+$/);
    const query = { request_id: [before[1]?.request_id ?? ''] };
    const { items } = await callApi(listEvents, { query }, { as });
    expect(items.map(({ id }) => id)).toEqual([before[1]?.id]);
  });

  it('of a sale names what led to it, and its customer', async () => {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, monthly(900));
    const checkout = await makeCheckout(as, product.id);
    await confirm(checkout, buyer({ customer_email: 'ada@example.com' }));
    const events = await feed(as);
    const of = (type: string) => events.find((event) => event.type === type);
    const order = of('order.created');
    expect(order?.customer_id).toBe(order?.data.customer_id);
    expect(of('benefit_grant.created')?.cause_id).toBe(order?.id);
    const cause = events.find(({ id }) => id === order?.cause_id);
    expect(cause?.object_id).toBe(order?.data.subscription_id);
    const { items: caused } = await callApi(
      listEvents,
      { query: { cause_id: [order?.id ?? ''] } },
      { as },
    );
    expect(caused.map(({ type }) => type)).toEqual(['benefit_grant.created']);
    expect(of('subscription.created')?.cause_id).toBe(
      events.findLast(({ type }) => type === 'checkout.updated')?.id,
    );
    expect(order?.actor).toEqual({ type: 'buyer', id: checkout.id, name: null });
    expect(JSON.stringify(events)).not.toContain(checkout.client_secret);
  });

  it('of a renewal names what led to it, and the time by the test clock', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const product = await makeProduct(as, 'Quill', monthly(900));
    await confirm(await makeCheckout(as, product.id), buyer());
    const before = (await feed(as)).length;
    const to = new Date(Date.now() + 32 * DAY_MS).toISOString();
    await advanceTo(as, to);
    const renewal = (await feed(as)).slice(before);
    const of = (type: string) => renewal.find((event) => event.type === type);
    const [updated, order] = [of('subscription.updated'), of('order.created')];
    expect(order).toMatchObject({
      cause_id: updated?.id,
      actor: { type: 'system', id: null, name: null },
      data: { billing_reason: 'subscription_cycle' },
    });
    expect(Date.parse(order?.created_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(order?.occurred_at ?? '')).toBeGreaterThan(Date.now() + 27 * DAY_MS);
    const between = {
      created_after: updated?.created_at,
      created_before: new Date(Date.now() + DAY_MS).toISOString(),
    };
    expect((await feed(as, between)).map(({ number }) => number)).toEqual(
      (await feed(as)).flatMap(({ number, created_at }) =>
        created_at >= (updated?.created_at ?? '') ? [number] : [],
      ),
    );
    const customer = { customer_id: [order?.customer_id ?? ''] };
    expect((await feed(as, customer)).map(({ id }) => id)).toContain(order?.id);
    expect((await feed(as, customer)).every((one) => one.customer_id === order?.customer_id)).toBe(
      true,
    );
  });

  it('names the person who has caused it in the dashboard, and not the session', async () => {
    const { cookie } = await newSeller();
    const own = { headers: { cookie, Origin: ORIGIN } };
    const body = { name: 'Paper', slug: `paper-${newId()}` };
    const { id } = await callApi(createOrganization, { body }, own);
    const change = { params: { id }, body: { bio: 'New' } };
    await callApi(updateOrganization, change, own);
    await numbered();
    const { items } = await callApi(listEvents, {}, own);
    const { user } = await me(cookie);
    expect(items[0]?.actor).toEqual({ type: 'user', id: user?.id, name: 'Ann' });
  });

  it('is found by its id, and not by another seller', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    await makeProduct(as);
    const [event] = await feed(as);
    const params = { id: event?.id ?? '' };
    expect(await callApi(getEvent, { params }, { as })).toEqual(event);
    expect((await refusal(getEvent, { params }, { as: other })).status).toBe(404);
  });

  it('loses its data when its customer is erased; its number stays', async () => {
    const as = await makeSeller();
    const product = await makeKeyProduct(as, monthly(900));
    const email = `${newId()}@example.com`;
    const customer = await callApi(
      createCustomer,
      { body: { email, name: 'Ada Lovelace' } },
      { as },
    );
    // Of a buyer by address alone, whose checkout knows him only once it is paid.
    const checkout = await makeCheckout(as, product.id);
    await confirm(checkout, buyer({ customer_email: email, customer_name: 'Ada Lovelace' }));
    const session = await callApi(
      createCustomerSession,
      { body: { customer_id: customer.id } },
      { as },
    );
    await callApi(
      updatePortalCustomer,
      { params: { id: customer.id }, body: { name: 'Ada Lovelace-King' } },
      { as: session },
    );
    const before = await feed(as);
    expect(before.at(-1)?.actor).toEqual({
      type: 'customer',
      id: customer.id,
      name: 'Ada Lovelace-King',
    });
    expect(JSON.stringify(before)).toContain('Lovelace');
    await callApi(deleteCustomer, { params: { id: customer.id } }, { as });
    const after = await feed(as);
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.map(({ number }) => number)).toEqual(after.map((_, place) => place + 1));
    expect(JSON.stringify(after)).not.toContain('Lovelace');
    expect(JSON.stringify(after)).not.toContain(email);
    for (const { data, customer_id, object_id } of after) {
      if (customer_id === customer.id) expect(data).toEqual({ id: object_id, erased: true });
    }
  });
});

describe('the feed', () => {
  it('is newest first, filtered by type, object, customer and number, and exported', async () => {
    const as = await makeSeller();
    const [one, other] = [await makeProduct(as, 'One'), await makeProduct(as, 'Other')];
    await callApi(updateProduct, { params: { id: one.id }, body: { name: 'Two' } }, { as });
    await numbered();
    const numbers = async (query: object) => {
      const { items } = await callApi(listEvents, { query }, { as });
      return items.map(({ number }) => number);
    };
    expect(await numbers({})).toEqual([3, 2, 1]);
    expect(await numbers({ sorting: ['number'] })).toEqual([1, 2, 3]);
    expect(await numbers({ type: ['product.updated'] })).toEqual([3]);
    expect(await numbers({ type: ['product.*'] })).toEqual([3, 2, 1]);
    expect(await numbers({ type: ['order.*', 'product.updated'] })).toEqual([3]);
    expect(await numbers({ object_id: [other.id] })).toEqual([2]);
    expect(await numbers({ customer_id: [newId()] })).toEqual([]);
    expect(await numbers({ query: other.id })).toEqual([2]);
    expect(await numbers({ after: 1 })).toEqual([2, 3]);
    expect(await numbers({ after: 3 })).toEqual([]);
    const rows = await callApi(exportEvents, { query: { type: ['product.created'] } }, { as });
    expect(rows.map(({ number }) => number)).toEqual([2, 1]);
    expect(
      (await refusal(listEvents, { query: { type: ['pledge.created' as never] } }, { as })).status,
    ).toBe(422);
  });

  it('has for each scope the kinds of its objects', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    await transaction(systemScope(organizationId), async (scope) => {
      for (const kind of EVENT_KINDS) {
        await record(scope, { kind, organizationId, snapshot: { id: newId() } });
      }
    });
    await numbered();
    const objects: Partial<Record<Permission, string[]>> = {
      'benefits:read': ['benefit', 'benefit_grant'],
      'checkouts:read': ['checkout'],
      'customers:read': ['customer'],
      'imports:read': ['import'],
      'license_keys:read': ['license_key'],
      'orders:read': ['order', 'payment', 'refund'],
      'organizations:read': ['organization'],
      'products:read': ['product'],
      'subscriptions:read': ['subscription'],
    };
    for (const [scope, own] of Object.entries(objects)) {
      const token = await makeToken({ organizationId }, { scopes: [scope as Permission] });
      const seen = (await feed({ token })).map(({ type }) => type);
      const expected = EVENT_KINDS.filter((kind) => own.includes(kind.split('.')[0] ?? ''));
      expect(seen, scope).toEqual(expected);
      for (const type of EVENT_KINDS.filter((kind) => !expected.includes(kind))) {
        const failure = await refusal(listEvents, { query: { type: [type] } }, { as: { token } });
        expect(failure.status, `${scope} ${type}`).toBe(403);
      }
    }
    const all = Object.values(objects).flat();
    expect(new Set(EVENT_KINDS.map((kind) => kind.split('.')[0]))).toEqual(new Set(all));
  });

  it('leaves out what the caller may not read, and refuses it by name', async () => {
    const seller = await makeSeller();
    await makeProduct(seller);
    await callApi(
      updateOrganization,
      { params: { id: seller.organizationId }, body: { bio: 'New' } },
      { as: seller },
    );
    await numbered();
    const token = await makeToken({ userId: seller.userId }, { scopes: ['products:read'] });
    const as = { token };
    expect(await feed(as)).toMatchObject([{ number: 1, type: 'product.created' }]);
    for (const type of ['organization.updated', 'organization.*'] as const) {
      const failure = await refusal(listEvents, { query: { type: [type] } }, { as });
      expect(failure).toMatchObject({ status: 403, error: 'insufficient_scope' });
    }
    const [, hidden] = await feed(seller);
    const params = { id: hidden?.id ?? '' };
    expect((await refusal(getEvent, { params }, { as })).status).toBe(404);
    const none = await makeToken({ userId: seller.userId }, { scopes: ['discounts:read'] });
    expect((await refusal(listEvents, {}, { as: { token: none } })).status).toBe(403);
  });

  it('asks a caller with several organizations which one it is about', async () => {
    const as = await makeSeller();
    const other = await makeSeller();
    await makeProduct(as);
    await db(null).membership.create({
      data: { organizationId: other.organizationId, userId: as.userId, role: 'admin' },
    });
    const failure = await refusal(listEvents, {}, { as });
    expect(failure.status).toBe(422);
    expect(await feed(as, { organization_id: [as.organizationId] })).toHaveLength(1);
    expect(await feed(as, { organization_id: [other.organizationId] })).toHaveLength(0);
  });

  it('says where a reader has missed events, or numbers of another database', async () => {
    const as = await makeSeller();
    await recordSome(as, 5);
    await numbered();
    await db(null).event.updateMany({
      where: { organizationId: as.organizationId, number: { in: [1, 2, 4] } },
      data: { createdAt: new Date(Date.now() - 500 * DAY_MS) },
    });
    await purgeOldEvents(new Date());
    const numbers = (await feed(as)).map(({ number }) => number);
    // The fourth is older than the limit as well: it goes with the third, so that no gap remains.
    expect(numbers).toEqual([3, 4, 5]);
    for (const after of [1, 6]) {
      const failure = await refusal(listEvents, { query: { after } }, { as });
      expect(failure).toMatchObject({ status: 410, error: 'ResourceUnavailable' });
      expect(failure.body).toMatchObject({ oldest_number: 3, newest_number: 5 });
    }
    expect((await feed(as, { after: 2 })).map(({ number }) => number)).toEqual([3, 4, 5]);
    expect(await feed(as, { after: 5 })).toEqual([]);
  });

  it('keeps events for ever where the setting is 0', async () => {
    const as = await makeSeller();
    await recordSome(as, 1);
    await numbered();
    onTestFinished(() => provideSettings({ EVENT_RETENTION_DAYS: '' }));
    provideSettings({ EVENT_RETENTION_DAYS: '0' });
    await purgeOldEvents(new Date(Date.now() + 9000 * DAY_MS));
    expect(await feed(as)).toHaveLength(1);
  });
});

it('a reader can go on exactly where the events after his number are all kept', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(120), (deleted, kept, after) => {
      const newest = deleted + kept;
      const window = { oldest: kept > 0 ? deleted + 1 : null, newest };
      const isComplete = after <= newest && after >= deleted;
      expect(canReadOn(window, after)).toBe(after === 0 || isComplete);
    }),
  );
});
