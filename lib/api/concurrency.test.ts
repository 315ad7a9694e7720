import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askOutside, MAX_ADMITTED, MAX_EXPORTS, maxRunning } from '@/lib/api/concurrency';
import { db } from '@/lib/database/connection/client';
import { registerLiveProcessor } from '@/lib/integrations/payments/processor';
import { sandboxProcessor } from '@/lib/integrations/payments/sandbox';
import { confirmCheckout, updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import {
  createCustomField,
  exportCustomFields,
  getCustomField,
  listCustomFields,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { type Actor, callApi, dispatch, sendRaw } from '@/testing/call-api';
import { makeOrganization, makeSeller, makeToken, type Seller } from '@/testing/factories';
import { buyer, makeCheckout, makeProduct } from '@/testing/shop';

let seller: Seller;
let other: Seller;
/** Holds rows in a transaction. */
let lock: pg.Client;
/** Looks at what waits, outside of that transaction: inside, PostgreSQL shows the connections of the first look. */
let watcher: pg.Client;
beforeEach(async () => {
  [seller, other] = await Promise.all([makeSeller(), makeSeller()]);
  const connectionString = env().DATABASE_URL;
  [lock, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([lock.connect(), watcher.connect()]);
});
afterEach(() => Promise.all([lock.end(), watcher.end()]));

/** Keeps everybody else from changing a row until the lock's transaction ends. */
async function lockRows(table: 'custom_fields' | 'checkouts', ...ids: string[]): Promise<void> {
  await lock.query('BEGIN');
  await lock.query(`SELECT FROM ${table} WHERE id = ANY($1) FOR UPDATE`, [ids]);
}

/** Waits until so many statements wait for the lock. */
async function untilWaiting(count: number): Promise<void> {
  while ((await waiting()) < count);
}

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const makeField = (as: Actor) =>
  callApi(
    createCustomField,
    { body: { type: 'checkbox', slug: newId(), name: 'Terms', properties: {} } },
    { as },
  );
const statusOf = async (answer: Promise<Response>) => (await answer).status;
const listOf = (as: Actor) => statusOf(sendRaw(listCustomFields, {}, { as }));

describe('many requests of one organization', () => {
  it('wait in a queue of their own, beyond which they are refused and can be retried', {
    tags: 'soak',
  }, async () => {
    const { id } = await makeField(seller);
    const rename = (key: string) =>
      sendRaw(
        updateCustomField,
        { params: { id }, body: JSON.stringify({ name: key }) },
        { as: seller, idempotencyKey: key },
      );
    await lockRows('custom_fields', id);
    const refused: { key: string; response: Response }[] = [];
    const surplus = 3;
    let full = () => {};
    const isFull = new Promise<void>((resolve) => {
      full = resolve;
    });
    const sent = Array.from({ length: MAX_ADMITTED + surplus }, async () => {
      const key = newId();
      const response = await rename(key);
      if (response.status === 429) refused.push({ key, response });
      if (refused.length === surplus) full();
      return response.status;
    });
    await isFull;
    expect(await listOf(other)).toBe(200);
    await lock.query('COMMIT');
    const statuses = await Promise.all(sent);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_ADMITTED);
    expect(refused).toHaveLength(surplus);
    const [first] = refused;
    expect(first?.response.headers.get('retry-after')).toBe('1');
    expect(await first?.response.json()).toMatchObject({ error: 'TooManyRequests' });

    const again = await rename(first?.key ?? '');
    expect(again.status).toBe(200);
    expect(again.headers.has('idempotency-replayed')).toBe(false);
    expect(await again.json()).toMatchObject({ name: first?.key });
  });

  it('are dropped when their client goes away while they wait', async () => {
    const { id } = await makeField(seller);
    const rename = (name: string, signal?: AbortSignal) =>
      dispatch(
        updateCustomField,
        new Request(`http://localhost:3000/v1/custom-fields/${id}`, {
          method: 'PATCH',
          headers: {
            Authorization: `Bearer ${seller.token}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify({ name }),
          ...(signal ? { signal } : {}),
        }),
      );
    await lockRows('custom_fields', id);
    const running = Array.from({ length: maxRunning() }, () => rename('kept'));
    await untilWaiting(maxRunning());
    const client = new AbortController();
    const abandoned = rename('abandoned', client.signal);
    client.abort();
    expect(await statusOf(abandoned)).toBe(503);
    await lock.query('COMMIT');
    expect(await Promise.all(running.map(statusOf))).toEqual(Array(maxRunning()).fill(200));
    const { name } = await callApi(getCustomField, { params: { id } }, { as: seller });
    expect(name).toBe('kept');
  });

  it('do not wait behind those of its buyers, of one or of many', { tags: 'soak' }, async () => {
    const product = await makeProduct(seller);
    const checkouts = await Promise.all(
      Array.from({ length: 12 }, () => makeCheckout(seller, product.id)),
    );
    await lockRows('checkouts', ...checkouts.map(({ id }) => id));
    const changes = Array.from({ length: 300 }, (_, nth) =>
      statusOf(
        sendRaw(updateCheckoutByClient, {
          params: { client_secret: checkouts[nth % checkouts.length]?.client_secret ?? '' },
          body: JSON.stringify({ customer_name: `Buyer ${nth}` }),
        }),
      ),
    );
    const places = Math.floor(maxRunning() / 2);
    await untilWaiting(places);
    // More at once than wait in all: not one is refused.
    const lists = await Promise.all(Array.from({ length: 42 }, () => listOf(seller)));
    expect(lists).toEqual(Array(42).fill(200));
    expect(await waiting()).toBe(places);
    await lock.query('COMMIT');
    const statuses = await Promise.all(changes);
    const answered = statuses.filter((status) => status === 200);
    expect(answered).toHaveLength(MAX_ADMITTED);
    expect(statuses.filter((status) => status === 429)).toHaveLength(300 - answered.length);
  });
});

describe('many requests of one caller', () => {
  it('count over all its organizations', async () => {
    const second = await makeOrganization(seller.userId);
    const fields = await Promise.all(
      [seller.organizationId, second.id].map((organization_id) =>
        callApi(
          createCustomField,
          {
            body: { type: 'checkbox', slug: newId(), name: 'A', properties: {}, organization_id },
          },
          { as: seller },
        ),
      ),
    );
    await lockRows('custom_fields', ...fields.map(({ id }) => id));
    const changes = Array.from({ length: 32 }, (_, nth) =>
      statusOf(
        sendRaw(
          updateCustomField,
          { params: { id: fields[nth % 2]?.id ?? '' }, body: JSON.stringify({ name: `${nth}` }) },
          { as: seller },
        ),
      ),
    );
    await untilWaiting(maxRunning());
    const lists = await Promise.all(Array.from({ length: 20 }, () => listOf(other)));
    expect(lists).toEqual(Array(20).fill(200));
    expect(await waiting()).toBe(maxRunning());
    await lock.query('COMMIT');
    expect(await Promise.all(changes)).toEqual(Array(32).fill(200));
  });
});

describe('a request that waits for the payment processor', () => {
  it('has no place meanwhile', async () => {
    const product = await makeProduct(seller);
    const checkouts = await Promise.all(
      Array.from({ length: maxRunning() * 2 }, () => makeCheckout(seller, product.id)),
    );
    const where = { id: seller.organizationId };
    await db(null).organization.update({ where, data: { isSandbox: false } });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    let allAsked = () => {};
    const areAsked = new Promise<void>((resolve) => {
      allAsked = resolve;
    });
    registerLiveProcessor({
      ...sandboxProcessor,
      name: 'live',
      confirm: async (request) => {
        asked += 1;
        if (asked === checkouts.length) allAsked();
        await answered;
        return sandboxProcessor.confirm(request);
      },
    });
    try {
      const confirmed = checkouts.map(({ client_secret }, nth) =>
        callApi(confirmCheckout, {
          params: { client_secret },
          body: buyer({ customer_email: `buyer-${nth}@example.com` }),
        }),
      );
      // All are asked at once, though there are fewer places, and buyers and sellers go on.
      await areAsked;
      expect(await listOf(seller)).toBe(200);
      answer();
      for (const { status } of await Promise.all(confirmed)) expect(status).toBe('confirmed');
    } finally {
      registerLiveProcessor(null);
    }
  });

  it('is one of 64 of a node', async () => {
    let [running, most] = [0, 0];
    const ask = () =>
      askOutside(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      });
    await Promise.all(Array.from({ length: 200 }, ask));
    expect(most).toBe(64);
    const more = await Promise.allSettled(Array.from({ length: 400 }, ask));
    const refused = more.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(400 - 64 - 256);
    for (const outcome of refused) expect(outcome).toHaveProperty('reason.status', 503);
  });
});

describe('the exports of an organization', () => {
  const start = (as: Actor, search = '', method = 'GET') =>
    sendRaw({ ...exportCustomFields, method } as typeof exportCustomFields, { search }, { as });

  it('are two at a time, until one is read or given up', async () => {
    await makeField(seller);
    const running = [];
    for (let nth = 0; nth < MAX_EXPORTS; nth += 1) running.push(await start(seller));
    const refused = await start(seller);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusOf(start(other))).toBe(200);
    expect(await listOf(seller)).toBe(200);

    await running[0]?.body?.cancel();
    const third = await start(seller);
    expect(third.status).toBe(200);
    expect(await third.json()).toHaveLength(1);
    const fourth = await start(seller);
    expect(fourth.status).toBe(200);
    expect(await statusOf(start(seller))).toBe(429);
    await Promise.all([running[1]?.text(), fourth.text()]);
    expect(await statusOf(start(seller))).toBe(200);
  });

  it('count for every organization that they cover, and for no other', async () => {
    const second = await makeOrganization(seller.userId);
    const token = await makeToken({ organizationId: second.id });
    const named = `?organization_id=${seller.organizationId}`;
    const running = [await start(seller), await start(seller, named)];
    expect(running.map(({ status }) => status)).toEqual([200, 200]);
    expect(await statusOf(start(seller, named))).toBe(429);
    expect(await statusOf(start(seller))).toBe(429);
    const both = [await start({ token }), await start({ token })];
    expect(both.map(({ status }) => status)).toEqual([200, 429]);
    await Promise.all([...running, both[0]].map((response) => response?.body?.cancel()));
    expect(await statusOf(start(seller))).toBe(200);
  });
});
