import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { getMe } from '@/lib/resources/me/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { advanceTestClock, getTestClock } from '@/lib/resources/test-clocks/contract';
import { newId } from '@/lib/runtime/ids';
import { type Product, removeFolder, startProduct } from '@/testing/product';
import { buyer, monthly } from '@/testing/shop';
import { connectTo } from '../product/database';
import { installedFolder, installedToken } from '../product/installation';

// An advance of a test clock while its server and worker are killed with SIGKILL
// (docs/contract/time.md#while-advancing).

const SUBSCRIPTIONS = 6;
const MONTHS = 12;
const KILLS = 2;

let folder: string;
let dataDir: string;
let product: Product;
let token: string;

beforeAll(async () => {
  folder = await installedFolder();
  token = await installedToken();
  dataDir = path.join(folder, 'data');
  product = await startProduct(dataDir);
});
afterAll(async () => {
  await product?.run.stop();
  await removeFolder(folder);
});

function send<C extends AnyContract>(operation: C, input: ContractInput<C> = {}) {
  return call(operation, input, { baseUrl: product.url, token, idempotencyKey: newId() });
}

async function subscribe(product_id: string): Promise<void> {
  const body = { payment_processor: 'stripe' as const, product_id };
  const { client_secret } = await send(createCheckout, { body });
  await send(confirmCheckout, {
    params: { client_secret },
    body: buyer({ customer_email: `${newId()}@example.com` }),
  });
}

test('a year runs to its end whatever is killed on the way, and charges each month once', async () => {
  const { organizations } = await send(getMe);
  const organization_id = organizations.find(({ slug }) => slug === 'quill')?.id ?? '';
  const clock = () => send(getTestClock, { query: { organization_id } });
  const { id } = await send(createProduct, {
    body: { name: 'Quill', prices: monthly(), organization_id },
  });
  for (let sold = 0; sold < SUBSCRIPTIONS; sold += 1) await subscribe(id);

  const to = new Date(Date.now() + 366 * 86_400_000).toISOString();
  await send(advanceTestClock, { body: { to, organization_id } });
  let seen = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let state = await clock(); state.done <= seen && state.status === 'advancing'; ) {
      await sleep(50);
      state = await clock();
    }
    seen = (await clock()).done;
    product.run.signal('SIGKILL');
    await product.run.ended;
    product = await startProduct(dataDir);
  }
  let state = await clock();
  for (; state.status === 'advancing'; state = await clock()) await sleep(200);
  const total = SUBSCRIPTIONS * MONTHS;
  expect(state).toMatchObject({ now: to, done: total, total, failed: 0 });

  const client = await connectTo(dataDir);
  const { rows } = await client.query<Record<string, number>>(
    `SELECT count(*)::int AS subscriptions, min(orders)::int AS least, max(orders)::int AS most,
       (SELECT count(*)::int FROM payment_attempts WHERE organization_id = $1 AND status <> 'succeeded') AS open,
       (SELECT count(*)::int FROM sandbox_charges c WHERE outcome = 'succeeded'
          AND EXISTS (SELECT FROM payment_attempts a WHERE a.id::text = c.idempotency_key
                      AND a.organization_id = $1)) AS charges,
       (SELECT count(*)::int FROM (SELECT subscription_id, created_at FROM orders WHERE organization_id = $1
          GROUP BY 1, 2 HAVING count(*) > 1) x) AS twice
     FROM (SELECT s.id, (SELECT count(*) FROM orders o WHERE o.subscription_id = s.id) AS orders
           FROM subscriptions s WHERE s.organization_id = $1) s`,
    [organization_id],
  );
  await client.end();
  expect(rows).toEqual([
    {
      subscriptions: SUBSCRIPTIONS,
      least: MONTHS + 1,
      most: MONTHS + 1,
      open: 0,
      charges: total + SUBSCRIPTIONS,
      twice: 0,
    },
  ]);
});
