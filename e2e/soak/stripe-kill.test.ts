import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { postmasterOf } from '@/bench/processes';
import { Random } from '@/demo/random';
import { ApiFailure, call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { NO_TIMEOUTS } from '@/lib/database/connection/session';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/database/embedded/embedded';
import { freePort } from '@/lib/database/embedded/postmaster';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import {
  confirmCheckout,
  createCheckout,
  getCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import {
  createPaymentConnection,
  listPaymentConnections,
  updatePaymentConnection,
} from '@/lib/resources/payment-connections/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { brokenIdentities } from '@/testing/ledger-identities';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { type Remote, remoteDouble } from '@/testing/remote-double';
import { buyer, monthly } from '@/testing/shop';
import type { StripeDouble } from '@/testing/stripe/double';
import { everyRow } from '../product/database';

// Sales and renewals through an account with Stripe, while server, worker, the database's postmaster and Stripe itself are
// killed with SIGKILL at random: what was charged is what was sold, to the cent (docs/contract/payments.md#stripe).

vi.setConfig({ testTimeout: 30 * 60_000, hookTimeout: 180_000 });

const SALES = 500;
const AT_ONCE = 6;
/** In each half. */
const KILLS = 40;
const seed = Number(process.env.SOAK_SEED ?? randomInt(1_000_000));
const random = new Random(seed);
const repeat = `repeat it with SOAK_SEED=${seed}`;
const SILENT = { info: () => {}, warn: () => {} };
const WEBHOOK_SECRET = 'whsec_marked_in_the_product_test';

let folder: string;
let database: EmbeddedDatabase;
let settings: Record<string, string>;
let server: Product;
let worker: Run | null = null;
let token: string;
let double: ChildProcess;
let stripe: Remote<StripeDouble>;
/** All that its processes have printed. */
const runs: Run[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  database = await startEmbedded({ dataDir: folder, log: SILENT, mayCreateDatabases: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  settings = {
    DATABASE_URL: database.url,
    APP_SECRET: 'a secret of this test, the same for every node',
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    STRIPE_API_BASE: url,
    STRIPE_JS_URL: `${url}/v3/stripe.js`,
    WORKER: 'off',
  };
  double = await startDouble();
  stripe = remoteDouble<StripeDouble>(url);
  server = await startServer();
  const command = new Run(['token', '--', '--email', 'ada@example.com'], settings);
  if ((await command.ended) !== 0) throw new Error(command.errors);
  token = command.output.trim();
});
afterAll(async () => {
  await Promise.all(runs.map((run) => run.stop()));
  double?.kill('SIGKILL');
  await database?.stop();
  if (folder) await removeFolder(folder);
});

/** The double as a process, which goes on with its file where the last one ended. */
async function startDouble(): Promise<ChildProcess> {
  const { port } = new URL(settings.STRIPE_API_BASE ?? '');
  const file = path.join(folder, 'stripe.db');
  const program = ['--import', 'tsx', 'testing/stripe/server.ts', port, file];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child;
}

async function startServer(port = settings.PORT ?? ''): Promise<Product> {
  const product = await startProduct(settings.DATA_DIR ?? '', { ...settings, PORT: port });
  runs.push(product.run);
  return product;
}

function startWorker(): Run {
  const run = new Run(['worker'], settings);
  runs.push(run);
  return run;
}

async function end(run: Run): Promise<void> {
  ignoreGone(() => run.signal('SIGKILL'));
  await run.ended;
}

/** A process may have ended by itself, or be about to be started again. */
function ignoreGone(kill: () => void): void {
  try {
    kill();
  } catch (error) {
    if (!['ESRCH', 'ENOENT'].includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Ends one of the processes as a failing computer does, and starts it again. */
async function killOne(): Promise<void> {
  const victim = random.pick(['server', 'worker', 'postmaster', 'stripe'] as const);
  if (victim === 'server') {
    await end(server.run);
    server = await startServer();
  } else if (victim === 'worker') {
    if (worker) await end(worker);
    worker = startWorker();
  } else if (victim === 'postmaster') {
    // It is started again by what has started it.
    ignoreGone(() => process.kill(postmasterOf(folder), 'SIGKILL'));
  } else {
    double.kill('SIGKILL');
    await new Promise((resolve) => double.once('close', resolve));
    double = await startDouble();
  }
  await passMinute();
}

/** Has a minute pass for what a killed process was at, and for the connection that Stripe did not answer. */
async function passMinute(): Promise<void> {
  await inDatabase((client) =>
    client.query(`UPDATE payment_attempts SET claimed_at = claimed_at - interval '61 seconds'
      WHERE status IN ('pending', 'processing')`),
  );
}

/** Work with the database, again where that was killed. */
async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  for (;;) {
    const client = new pg.Client({ connectionString: settings.DATABASE_URL });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(NO_TIMEOUTS);
      return await work(client);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      // Not there, starting, or killed meanwhile.
      if (!/^(ECONN|EPIPE|57P|08|$)/.test(code)) throw error;
      await sleep(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function count(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await inDatabase((client) =>
    client.query<{ count: number }>(`SELECT count(*)::int AS count ${text}`, values),
  );
  return rows[0]?.count ?? 0;
}

function send<C extends AnyContract>(operation: C, input: ContractInput<C>, url = server.url) {
  return call(operation, input, { baseUrl: url, token });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const one = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

interface Shop {
  id: string;
  account: string;
  keys: { secret_key: string; publishable_key: string };
  connectionId: string;
  productId: string;
}

/** An organization that sells by the month through an account of its own. */
async function openShop(): Promise<Shop> {
  const body = { name: 'Soak', slug: `soak-${newId()}` };
  const { id } = await send(createOrganization, { body });
  const account = await stripe.addAccount({});
  const keys = {
    secret_key: await stripe.addKey(account, 'test'),
    publishable_key: await stripe.addPublishableKey(account, 'test'),
  };
  const connection = await send(createPaymentConnection, {
    params: { id },
    body: { processor: 'stripe', ...keys, webhook_secret: WEBHOOK_SECRET },
  });
  const product = await send(createProduct, {
    body: { organization_id: id, name: 'Quill', prices: monthly() },
  });
  return { id, account, keys, connectionId: connection.id, productId: product.id };
}

async function openCheckouts({ productId }: Shop, sales: number): Promise<string[]> {
  const secrets: string[] = [];
  await inParallel(Array.from({ length: sales }), async () => {
    const { client_secret } = await send(createCheckout, {
      body: { payment_processor: 'stripe', product_id: productId },
    });
    secrets.push(client_secret);
  });
  return secrets;
}

/** Confirms until it is sold, whatever happens meanwhile. */
async function sell(client_secret: string, url?: string): Promise<void> {
  const params = { client_secret };
  const body = buyer({ customer_email: `${client_secret.slice(-12)}@example.com` });
  for (;;) {
    try {
      const { status } = await send(getCheckoutByClient, { params }, url);
      if (status === 'succeeded') return;
      if (status === 'failed') throw new Error('A checkout has failed');
      await send(confirmCheckout, { params, body }, url);
    } catch (error) {
      // Gone, restarting, or another try of it under way.
      if (!(error instanceof ApiFailure) || ![0, 403, 500, 503].includes(error.status)) throw error;
      await sleep(200);
    }
  }
}

/** Kills at random until the work is done, and at least so often. */
async function withKills(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  for (let killed = 0; killed < KILLS && !isDone; killed += 1) {
    await sleep(random.between(50, 1500));
    await killOne();
  }
  await done;
}

test(`confirmations and renewals with kills: orders are charges, to the cent (${repeat})`, async () => {
  const shop = await openShop();
  const secrets = await openCheckouts(shop, SALES);
  worker = startWorker();
  await withKills(inParallel(secrets, sell));
  const own = [shop.id];
  expect(await count('FROM orders WHERE organization_id = $1', own), repeat).toBe(SALES);

  await inDatabase((client) =>
    client.query(
      `UPDATE subscriptions SET current_period_start = date_trunc('milliseconds', now()) - interval '30 days',
         current_period_end = date_trunc('milliseconds', now()), next_action_at = date_trunc('milliseconds', now())
       WHERE organization_id = $1`,
      own,
    ),
  );
  await withKills(
    (async () => {
      let patience = 0;
      for (;;) {
        // A worker looks for what is due when it starts, and every minute.
        if (worker) await end(worker);
        await inDatabase((client) =>
          client.query(
            `UPDATE payment_connections SET status = 'ok' WHERE organization_id = $1`,
            own,
          ),
        );
        worker = startWorker();
        // Longer each time: a slow machine needs more than a first round for its start alone.
        patience += 20;
        for (let waited = 0; waited < patience; waited += 1) {
          await sleep(500);
          if ((await count('FROM orders WHERE organization_id = $1', own)) === 2 * SALES) return;
        }
        await passMinute();
      }
    })(),
  );
  // What is still being learned of is not charged again.
  const OPEN = `FROM payment_attempts WHERE organization_id = $1 AND status IN ('pending', 'processing')`;
  while ((await count(OPEN, own)) > 0) {
    await passMinute();
    await sleep(1000);
  }

  const charges = await stripe.charges(shop.account);
  expect(charges, repeat).toHaveLength(2 * SALES);
  const orders = await inDatabase((client) =>
    client.query<{ attempt_id: string; amount: string }>(
      'SELECT attempt_id, amount + tax_amount AS amount FROM orders WHERE organization_id = $1',
      own,
    ),
  );
  const sold = orders.rows.map(({ attempt_id, amount }) => `${attempt_id} ${amount}`).sort();
  const charged = charges.map(({ metadata, amount }) => `${metadata.attempt_id} ${amount}`).sort();
  expect(sold, repeat).toEqual(charged);
  const twice = `FROM (SELECT 1 FROM orders WHERE organization_id = $1 GROUP BY subscription_id HAVING count(*) <> 2) t`;
  expect(await count(twice, own), repeat).toBe(0);
  const notActive = `FROM subscriptions WHERE organization_id = $1 AND status <> 'active'`;
  expect(await count(notActive, own), repeat).toBe(0);
  const broken = await inDatabase((client) => brokenIdentities(shop.id, client));
  expect(broken, repeat).toEqual({});
});

test('survival 11: two nodes and a worker stay within the limits of calls together', async () => {
  const shop = await openShop();
  const secrets = await openCheckouts(shop, 20);
  await stripe.setLimits(null);
  const began = Date.now();
  const other = await startServer(String(await freePort()));
  try {
    await Promise.all(
      secrets.map((secret, index) => sell(secret, index % 2 === 0 ? server.url : other.url)),
    );
  } finally {
    await other.run.stop();
  }
  while ((await stripe.charges(shop.account)).length < secrets.length) await sleep(200);
  expect(await stripe.answeredPerSecond(shop.account, began)).toBeLessThanOrEqual(25);
  const { items } = await send(listPayments, { query: { organization_id: [shop.id], limit: 100 } });
  expect(items.filter(({ status }) => status === 'declined')).toEqual([]);
});

test('survival 28: keys and secrets are in no row, log, event, audit entry or answer', async () => {
  const shop = await openShop();
  const rotated = await stripe.addKey(shop.account, 'test');
  const params = { id: shop.id, connection_id: shop.connectionId };
  await send(updatePaymentConnection, { params, body: { secret_key: rotated } });
  for (const client_secret of await openCheckouts(shop, 2)) await sell(client_secret);
  // Refused keys, and what fails with a revoked one, are no exception.
  const unknown = `sk_test_${'u'.repeat(40)}`;
  const wrong = { params, body: { secret_key: unknown } };
  await expect(send(updatePaymentConnection, wrong)).rejects.toMatchObject({ status: 422 });
  await stripe.setRevoked(rotated, true);
  const [refused = ''] = await openCheckouts(shop, 1);
  const confirmation = { params: { client_secret: refused }, body: buyer() };
  await expect(send(confirmCheckout, confirmation)).rejects.toMatchObject({ status: 503 });

  const query = { organization_id: [shop.id] };
  const answers: unknown[] = [
    await send(listPaymentConnections, { params: { id: shop.id } }),
    await send(listEvents, { query }),
    await send(listAuditLog, { query }),
  ];
  // One after the other: few exports run at once.
  for (const place of [
    `/v1/organizations/${shop.id}/payment-connections/export`,
    `/v1/payments/export?organization_id=${shop.id}`,
    `/v1/audit-log/export?organization_id=${shop.id}`,
  ]) {
    answers.push(await exported(place));
  }
  const rows = await inDatabase(everyRow);
  const logs = runs.map(({ output, errors }) => output + errors);
  const everything = [...answers.map((answer) => JSON.stringify(answer)), ...rows, ...logs].join(
    '\n',
  );
  expect(everything).toContain(shop.connectionId);
  for (const secret of [shop.keys.secret_key, rotated, unknown, WEBHOOK_SECRET]) {
    expect(everything.includes(secret)).toBe(false);
  }
});

async function exported(place: string): Promise<string> {
  const response = await fetch(server.url + place, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${place} answered ${response.status}`);
  return response.text();
}
