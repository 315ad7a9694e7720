import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Random } from '@/demo/random';
import { Nodes } from '@/e2e/soak/nodes';
import { type Sale, Shop } from '@/e2e/soak/shop';
import { freePort } from '@/lib/database/embedded/postmaster';
import { brokenIdentities } from '@/testing/ledger-identities';
import type { Product } from '@/testing/product';

// Confirmations on a server and renewals by a worker, each a process of its own that is killed with SIGKILL at
// random and started again, until everything is done; then every row has to be what it would be without kills
// (docs/contract/installation.md#background-work).

vi.setConfig({ testTimeout: 20 * 60_000, hookTimeout: 120_000 });

/** From the second round on every running subscription is renewed: 600 confirmations, over 500 renewals. */
const ROUNDS = 5;
const SALES = 120;
/** Of server and worker, each, in each round. */
const KILLS = 8;
const seed = Number(process.env.SOAK_SEED ?? randomInt(1_000_000));
const random = new Random(seed);
const repeat = `repeat it with SOAK_SEED=${seed}`;

let nodes: Nodes;
let server: Product;
let token: string;
beforeAll(async () => {
  nodes = await Nodes.open();
  server = await nodes.server();
  token = await nodes.command('token', '--', '--email', 'ada@example.com');
});
afterAll(() => nodes?.close());

const open = (name: string) => Shop.open(name, { baseUrl: server.url, token });

test(`kills during confirmations and renewals change nothing (${repeat})`, async () => {
  const shop = await open('soak');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sales = await shop.openCheckouts(SALES, round, random);
    await makeDue(shop);
    await Promise.all([confirmWithKills(shop, sales), round === 1 ? null : renew(KILLS)]);
  }
  expect(await brokenIdentities(shop.organizationId, nodes.client), repeat).toEqual({});
  expect(await outcomes(shop), repeat).toEqual(shop.sales.map(expectedOutcome).sort(byEmail));
  expect(await nodes.command('jobs'), repeat).toBe('No job has failed for good.');
});

test(`two nodes with their workers do what one worker does (${repeat})`, async () => {
  const shops = [await open('one'), await open('two')];
  const totals: object[] = [];
  for (const shop of shops) {
    // Both choose alike.
    const sales = await shop.openCheckouts(SALES, 1, new Random(seed));
    await shop.confirm(sales);
  }
  for (const [index, shop] of shops.entries()) {
    await makeDue(shop);
    if (index === 0) {
      await renew(0);
    } else {
      await nodes.kill(server.run);
      const other = { PORT: String(await freePort()) };
      const started = Promise.all(
        [{}, other].map((more) => nodes.server({ WORKER: 'on', ...more })),
      );
      await Promise.all([started, untilIdle()]);
      for (const node of await started) await node.run.stop();
    }
    expect(await brokenIdentities(shop.organizationId, nodes.client)).toEqual({});
    totals.push(await totalsOf(shop));
  }
  expect(totals[0]).toEqual(totals[1]);
});

/** Has the server killed after random numbers of confirmations. */
async function confirmWithKills(shop: Shop, sales: readonly Sale[]): Promise<void> {
  const strikes = Array.from({ length: KILLS }, () => random.between(0, SALES - 1)).sort(
    (one, other) => one - other,
  );
  let sold = 0;
  let striking = Promise.resolve();
  const strike = () => {
    while (strikes[0] !== undefined && strikes[0] <= sold) {
      strikes.shift();
      const delay = random.between(0, 30);
      striking = striking.then(() => restartServer(delay));
    }
  };
  strike();
  await shop.confirm(sales, () => {
    sold += 1;
    strike();
  });
  await striking;
}

async function restartServer(delay: number): Promise<void> {
  await sleep(delay);
  await nodes.kill(server.run);
  await passMinute('checkout_id');
  server = await nodes.server({ PORT: String(server.port) });
}

/**
 * Runs a worker until nothing is due, and has it killed before: at a random moment of its start, or after a
 * random part of what is due.
 */
async function renew(kills: number): Promise<void> {
  for (let killed = 0; ; killed += 1) {
    await passMinute('subscription_id');
    await retryUncharged();
    const due = await countDue();
    const worker = nodes.worker();
    if (killed < kills) {
      const until = random.chance(0.3) ? due : random.between(0, due);
      const end = until === due ? Date.now() + random.between(0, 3000) : Number.POSITIVE_INFINITY;
      while (Date.now() < end && (await countDue()) > due - until) await sleep(5);
      await sleep(random.between(0, 20));
      await nodes.kill(worker);
      continue;
    }
    await untilIdle();
    await nodes.kill(worker);
    if ((await nodes.count(`FROM (${UNCHARGED}) u`)) === 0) return;
  }
}

const DUE = 'FROM subscriptions WHERE next_action_at <= now()';
const OPEN =
  "FROM payment_attempts WHERE status IN ('pending', 'processing') AND subscription_id IS NOT NULL";

const countDue = async () => (await nodes.count(DUE)) + (await nodes.count(OPEN));

async function untilIdle(): Promise<void> {
  while ((await countDue()) > 0) await sleep(20);
}

/** Ends the period of every active subscription, each an hour later than it would end by itself. */
async function makeDue({ organizationId }: Shop): Promise<void> {
  await nodes.client.query(
    `UPDATE subscriptions SET current_period_start = date_trunc('milliseconds', now()) - interval '30 days',
       current_period_end = date_trunc('milliseconds', now()), next_action_at = date_trunc('milliseconds', now())
     WHERE status = 'active' AND organization_id = $1`,
    [organizationId],
  );
}

/** Has a minute pass for the payments under way of a process that was killed: nobody waits for them any more. */
async function passMinute(purchase: 'checkout_id' | 'subscription_id'): Promise<void> {
  await nodes.client.query(
    `UPDATE payment_attempts SET claimed_at = claimed_at - interval '61 seconds'
     WHERE status = 'pending' AND ${purchase} IS NOT NULL`,
  );
}

/** Past due because a worker was killed before it reached the processor: no card has declined. */
const UNCHARGED = `
  SELECT s.id FROM subscriptions s WHERE s.status = 'past_due' AND 'processing_error' = (
    SELECT a.code FROM payment_attempts a WHERE a.subscription_id = s.id ORDER BY a.id DESC LIMIT 1)`;

/** Has their first retry, a day later, be now. */
async function retryUncharged(): Promise<void> {
  await nodes.client.query(
    `UPDATE subscriptions SET next_retry_at = date_trunc('milliseconds', now()),
       next_action_at = date_trunc('milliseconds', now()) WHERE id IN (${UNCHARGED})`,
  );
}

/** What a sale has led to. */
interface Outcome {
  email: string;
  orders: number;
  renewals: number;
  status: string | null;
  keys: number;
  paid: number;
}

const byEmail = (one: Outcome, other: Outcome) => (one.email < other.email ? -1 : 1);

/** Sold once with one key, and renewed once in each later round, unless the card declines that. */
function expectedOutcome({ email, method, isRecurring, round }: Sale): Outcome {
  const isDeclined = method === 'pm_sandbox_declineAfter1' && round < ROUNDS;
  const renewals = isRecurring && !isDeclined ? ROUNDS - round : 0;
  return {
    email,
    orders: 1,
    renewals,
    status: isRecurring ? (isDeclined ? 'past_due' : 'active') : null,
    keys: 1,
    paid: 1 + renewals,
  };
}

/** What became of a shop's sales, by email address: each buyer has one of his own. */
async function outcomes({ organizationId }: Shop): Promise<Outcome[]> {
  const { rows } = await nodes.client.query<Outcome>(
    `SELECT c.email, s.status::text,
       (SELECT count(*)::int FROM orders o WHERE o.customer_id = c.id
        AND o.billing_reason <> 'subscription_cycle') AS orders,
       (SELECT count(*)::int FROM orders o WHERE o.customer_id = c.id
        AND o.billing_reason = 'subscription_cycle') AS renewals,
       (SELECT count(*)::int FROM license_keys k WHERE k.customer_id = c.id AND k.status = 'granted') AS keys,
       (SELECT count(*)::int FROM sandbox_charges x JOIN payment_attempts a ON a.id::text = x.idempotency_key
        LEFT JOIN checkouts k ON k.id = a.checkout_id LEFT JOIN subscriptions u ON u.id = a.subscription_id
        WHERE x.outcome = 'succeeded' AND x.amount > 0 AND c.id IN (k.customer_id, u.customer_id)) AS paid
     FROM customers c LEFT JOIN subscriptions s ON s.customer_id = c.id
     WHERE c.organization_id = $1`,
    [organizationId],
  );
  return rows.sort(byEmail);
}

/** How many rows of each kind a shop has, and the amounts of its orders and payments. */
async function totalsOf({ organizationId }: Shop): Promise<object> {
  const { rows } = await nodes.client.query<object>(
    `SELECT 'order ' || billing_reason AS what, count(*)::int, sum(amount)::int FROM orders
       WHERE organization_id = $1 GROUP BY 1
     UNION ALL SELECT 'payment ' || status || coalesce(' ' || code, ''), count(*)::int, sum(amount)::int
       FROM payment_attempts WHERE organization_id = $1 GROUP BY 1
     UNION ALL SELECT 'subscription ' || status, count(*)::int, sum(amount)::int FROM subscriptions
       WHERE organization_id = $1 GROUP BY 1
     UNION ALL SELECT 'key ' || status, count(*)::int, 0 FROM license_keys WHERE organization_id = $1 GROUP BY 1
     UNION ALL SELECT kind::text, count(*)::int, 0 FROM events WHERE organization_id = $1 GROUP BY 1
     UNION ALL SELECT 'history ' || status, count(*)::int, sum(amount)::int FROM subscription_history
       WHERE organization_id = $1 GROUP BY 1
     ORDER BY 1`,
    [organizationId],
  );
  return rows;
}
