import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postmasterOf } from '@/bench/processes';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { listEvents } from '@/lib/resources/events/contract';
import type { Event } from '@/lib/resources/events/schema';
import { createProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import { createWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';
import { type Product, Run, removeFolder, startProduct } from '@/testing/product';
import { startReceiver } from '@/testing/receiver';
import { fixed } from '@/testing/shop';
import { connectTo } from '../product/database';
import { installedFolder, installedToken } from '../product/installation';

// Webhooks of 50 writers while the server, the worker and the database's postmaster are killed
// (docs/contract/events.md#delivery).

const WRITERS = 50;
const PRODUCTS = 10;
const WRITES = 20;

let folder: string;
let dataDir: string;
let server: Product;
let worker: Run;
let token: string;

beforeAll(async () => {
  folder = await installedFolder();
  token = await installedToken();
  dataDir = path.join(folder, 'data');
  server = await startServer();
  worker = startWorker();
});
afterAll(async () => {
  await worker?.stop();
  await server?.run.stop();
  await removeFolder(folder);
});

const startServer = () => startProduct(dataDir, { WORKER: 'off' });

function startWorker(): Run {
  return new Run(['worker'], { DATA_DIR: dataDir, PORT: String(server.port) });
}

function send<C extends AnyContract>(operation: C, input: ContractInput<C>) {
  return call(operation, input, { baseUrl: server.url, token });
}

/** Repeats a request until it is answered as it should be: what breaks it off may have been committed. */
async function insist<C extends AnyContract>(operation: C, input: ContractInput<C>): Promise<void> {
  for (;;) {
    try {
      await send(operation, input);
      return;
    } catch {
      await sleep(50);
    }
  }
}

async function kill(run: Run): Promise<void> {
  run.signal('SIGKILL');
  await run.ended;
}

/** By the number at their ends. */
function inOrder(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => Number(name.split(', ')[1]));
  return (a ?? 0) - (b ?? 0);
}

async function allEvents(): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const after = events.at(-1)?.number ?? 0;
    const { items } = await send(listEvents, { query: { after, limit: 100 } });
    if (items.length === 0) return events;
    events.push(...items);
  }
}

test('every event is numbered and delivered, in order per object, whatever is killed', async () => {
  const { url, received } = await startReceiver();
  await send(createWebhookEndpoint, { body: { url, events: ['*'] } });
  const products: string[] = [];
  for (let nth = 1; nth <= PRODUCTS; nth += 1) {
    const made = { name: `Product ${nth}`, prices: fixed(500) };
    products.push((await send(createProduct, { body: made })).id);
  }
  let written = 0;
  const writing = Array.from({ length: WRITERS }, async (_, writer) => {
    const id = products[writer % PRODUCTS] ?? '';
    for (let nth = 1; nth <= WRITES; nth += 1) {
      await insist(updateProduct, { params: { id }, body: { name: `By ${writer}, ${nth}` } });
      written += 1;
    }
  });
  const strikes = [
    async () => {
      await kill(worker);
      worker = startWorker();
    },
    async () => {
      // With its worker: the embedded database has another port then.
      await Promise.all([kill(server.run), kill(worker)]);
      server = await startServer();
      worker = startWorker();
    },
    () => {
      process.kill(postmasterOf(dataDir), 'SIGKILL');
    },
  ];
  for (const [nth, strike] of strikes.entries()) {
    const share = (WRITERS * WRITES * (nth + 1)) / (strikes.length + 1);
    while (written < share) await sleep(10);
    await strike();
  }
  await Promise.all(writing);

  const client = await connectTo(dataDir);
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM events WHERE number IS NULL)
        + (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending'))::int AS count`,
    );
    return rows[0]?.count;
  };
  // A node that is killed leaves its claims to others after a minute.
  await expect.poll(waiting, { interval: 250 }).toBe(0);
  await client.end();

  const events = await allEvents();
  const first = events[0]?.number ?? 0;
  expect(events.map(({ number }) => number)).toEqual(events.map((_, place) => first + place));
  const ofProducts = events.filter(({ object_id }) => products.includes(object_id));
  expect(ofProducts.length).toBeGreaterThanOrEqual(PRODUCTS + WRITERS * WRITES);
  /** In the order in which each came first. */
  const delivered = [...new Set(received.map(({ headers }) => headers['webhook-id'] ?? ''))];
  for (const id of products) {
    const own = ofProducts.filter(({ object_id }) => object_id === id);
    const { name } = await send(getProduct, { params: { id } });
    expect(own.at(-1)?.data.name).toBe(name);
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const names = own.map(({ data }) => String(data.name));
      const versions = names.filter((one) => one.startsWith(`By ${writer}, `));
      expect(versions).toEqual(versions.toSorted(inOrder));
    }
    const ids = own.map((event) => event.id);
    expect(delivered.filter((one) => ids.includes(one))).toEqual(ids);
  }
});
