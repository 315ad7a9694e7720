import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_EXPORTS, MAX_QUEUED, MAX_RUNNING } from '@/lib/api/concurrency';
import { updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
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
import { makeCheckout, makeProduct } from '@/testing/shop';

const MAX_ADMITTED = MAX_RUNNING + MAX_QUEUED;

let seller: Seller;
let other: Seller;
let lock: pg.Client;
beforeEach(async () => {
  [seller, other] = await Promise.all([makeSeller(), makeSeller()]);
  lock = new pg.Client({ connectionString: env().DATABASE_URL });
  await lock.connect();
});
afterEach(() => lock.end());

/** Keeps everybody else from changing a row until the lock's transaction ends. */
async function lockRow(table: 'custom_fields' | 'checkouts', id: string): Promise<void> {
  await lock.query('BEGIN');
  await lock.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
}

/** Waits until so many statements wait for the lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await lock.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows[0] && rows[0].count >= count) return;
  }
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
  it('wait in a queue of their own, beyond which they are refused and can be retried', async () => {
    const { id } = await makeField(seller);
    const rename = (key: string) =>
      sendRaw(
        updateCustomField,
        { params: { id }, body: JSON.stringify({ name: key }) },
        { as: seller, idempotencyKey: key },
      );
    await lockRow('custom_fields', id);
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
  }, 120_000);

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
    await lockRow('custom_fields', id);
    const running = Array.from({ length: MAX_RUNNING }, () => rename('kept'));
    await untilWaiting(env().DATABASE_POOL_SIZE - 2);
    const client = new AbortController();
    const abandoned = rename('abandoned', client.signal);
    client.abort();
    expect(await statusOf(abandoned)).toBe(503);
    await lock.query('COMMIT');
    expect(await Promise.all(running.map(statusOf))).toEqual(Array(MAX_RUNNING).fill(200));
    const { name } = await callApi(getCustomField, { params: { id } }, { as: seller });
    expect(name).toBe('kept');
  });

  it('do not wait behind those of a buyer', async () => {
    const product = await makeProduct(seller);
    const checkout = await makeCheckout(seller, product.id);
    await lockRow('checkouts', checkout.id);
    const changes = Array.from({ length: MAX_ADMITTED + 10 }, (_, nth) =>
      sendRaw(updateCheckoutByClient, {
        params: { client_secret: checkout.client_secret },
        body: JSON.stringify({ customer_name: `Buyer ${nth}` }),
      }),
    );
    await untilWaiting(1);
    expect(await listOf(seller)).toBe(200);
    await lock.query('COMMIT');
    await Promise.all(changes);
  }, 120_000);
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
