// npm run bench:renewals: renewals per second of one worker and of two, beside a bare loop of node and pg that
// writes the same rows in one statement for each; and what it is like beside many that are due at once. Prints
// tables and writes them into docs/performance.md; --quick takes two minutes and writes nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { v7 } from 'uuid';
import { postmasterOf, usageOf } from '@/bench/processes';
import { conditions, table, writeReport } from '@/bench/report';
import { observe, ratio } from '@/e2e/attack/bystander';
import { call } from '@/lib/client/client';
import { runningDatabase } from '@/lib/database/embedded/embedded';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { buyer, monthly } from '@/testing/shop';

const { quick = false } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
/** How many subscriptions there are; nearly half of them are made due at once. */
const SUBSCRIPTIONS = quick ? 5000 : 250_000;
const AT_ONCE = quick ? 2000 : 100_000;
/** How many are renewed in a measurement, and how many measurements there are. */
const RENEWALS = quick ? 300 : 1000;
const ROUNDS = quick ? 1 : 3;
/** How long the API is watched beside those that are due at once. */
const WATCH_MS = quick ? 5000 : 30_000;
/** As many as a worker renews side by side. */
const SIDE_BY_SIDE = 4;

/** The rows of a renewal; $1 is the subscription. What is JSON in them is that of a renewal by the product. */
const RENEWAL = `
  WITH s AS (
    UPDATE subscriptions SET current_period_start = current_period_end, period_amount = amount, modified_at = now(),
      current_period_end = current_period_end + interval '1 month',
      next_action_at = current_period_end + interval '1 month'
    WHERE id = $1 AND next_action_at <= now() RETURNING *
  ), a AS (
    INSERT INTO payment_attempts (id, organization_id, subscription_id, settled_at, status, amount, currency, update,
      payment_method)
    SELECT $2::uuid, organization_id, id, now(), 'succeeded', amount, 'usd', $3::jsonb, payment_method FROM s
  ), c AS (
    INSERT INTO sandbox_charges (idempotency_key, amount, currency, payment_method, method, outcome)
    SELECT $2::text, amount, 'usd', 'bare', payment_method, 'succeeded' FROM s
  ), o AS (
    INSERT INTO orders (id, organization_id, amount, tax_amount, currency, billing_reason, lines, billing_name,
      billing_address, customer_id, product_id, price_id, subscription_id, attempt_id, metadata, custom_field_data)
    SELECT $4::uuid, organization_id, amount, 0, 'usd', 'subscription_cycle', $5::jsonb, billing_name, billing_address,
      customer_id, product_id, price_id, id, $2::uuid, metadata, custom_field_data FROM s
  )
  INSERT INTO events (id, organization_id, kind, object_id, snapshot, actor)
  SELECT e.id, s.organization_id, e.value->>'kind', s.id, e.value->'snapshot', e.value->'actor'
  FROM s, unnest($6::uuid[], ARRAY(SELECT jsonb_array_elements($7::jsonb))) AS e (id, value)`;

await ensureBuild(process.cwd(), (line) => console.log(line));
const folder = await temporaryFolder();
const product = await startProduct(folder, { WORKER: 'off', LOG_LEVEL: 'error' });
try {
  const text = await measure(product);
  console.log(`\n${text}`);
  if (!quick) writeReport('renewals', text);
} finally {
  await product.run.stop();
  await removeFolder(folder);
}

interface Measured {
  /** Renewals a second. */
  rate: number;
  /** Processor time of one renewal, of its process and of the database, ms. */
  cpuMs: number;
}

type Rounds = Record<'one' | 'two' | 'bare', Measured[]>;

async function measure({ url, dataDir }: Product): Promise<string> {
  const token = await command(
    'token',
    '--',
    '--email',
    'bench@example.com',
    '--organization',
    'renewals',
  );
  await command(
    'seed',
    '--',
    '--subscriptions',
    String(SUBSCRIPTIONS),
    '--organization',
    'renewals',
  );
  const pool = new pg.Pool({
    connectionString: runningDatabase(dataDir) ?? '',
    max: SIDE_BY_SIDE,
    options: '-c TimeZone=UTC -c statement_timeout=0',
  });
  pool.on('error', () => {}); // a connection ends with the product
  try {
    await sellOne(url, token);
    await giveMethods(pool);
    const measured: Rounds = { one: [], two: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      measured.one.push(await runWorkers(pool, 1));
      measured.two.push(await runWorkers(pool, 2));
      measured.bare.push(await runBareLoop(pool));
      console.log(JSON.stringify(measured));
    }
    const target = { url: `${url}/v1/subscriptions/?limit=10`, token };
    return report(measured, await besideMany(pool, target));
  } finally {
    await pool.end();
  }
}

async function command(...script: string[]): Promise<string> {
  const run = new Run(script, { DATA_DIR: folder, PORT: String(product.port) });
  if ((await run.ended) !== 0) throw new Error(run.errors);
  return run.output.trim();
}

/** Sells a subscription, so that there is a payment method that the processor knows. */
async function sellOne(baseUrl: string, token: string): Promise<void> {
  const options = { baseUrl, token };
  const { id } = await call(createProduct, { body: { name: 'Quill', prices: monthly() } }, options);
  const body = { payment_processor: 'stripe' as const, product_id: id };
  const { client_secret } = await call(createCheckout, { body }, options);
  await call(confirmCheckout, { params: { client_secret }, body: buyer() }, options);
}

async function giveMethods(pool: pg.Pool): Promise<void> {
  await pool.query(`
    UPDATE subscriptions SET payment_method = sold.payment_method, payment_method_details = sold.payment_method_details
    FROM (SELECT * FROM subscriptions ORDER BY id DESC LIMIT 1) sold WHERE subscriptions.status = 'active'`);
  await pool.query('VACUUM ANALYZE subscriptions');
}

/** Ends the period of so many active subscriptions that have a price. */
async function makeDue(pool: pg.Pool, count: number): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE subscriptions SET current_period_end = date_trunc('milliseconds', now()),
       next_action_at = date_trunc('milliseconds', now())
     WHERE id IN (SELECT id FROM subscriptions WHERE status = 'active' AND amount > 0 AND paused_at IS NULL
       AND NOT cancel_at_period_end AND next_action_at > now() ORDER BY id LIMIT $1)`,
    [count],
  );
  if (rowCount !== count) throw new Error(`Only ${rowCount} subscriptions can be renewed.`);
}

async function countDue(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT count(*) FROM subscriptions WHERE next_action_at <= now()',
  );
  return Number(rows[0]?.count);
}

/** Renews with so many workers; measured from the first renewal on, until none is due. */
async function runWorkers(pool: pg.Pool, workers: number): Promise<Measured> {
  await makeDue(pool, RENEWALS);
  const runs = Array.from({ length: workers }, startWorker);
  const cpu = () => {
    const own = runs.map((run) => usageOf(run.groupId, postmasterOf(folder)).serverMs);
    return own.reduce((sum, ms) => sum + ms, databaseMs());
  };
  try {
    let left = RENEWALS;
    while (left === RENEWALS) left = await countDue(pool);
    const [begun, used, count] = [performance.now(), cpu(), left];
    for (; left > 0; await sleep(50)) left = await countDue(pool);
    const seconds = (performance.now() - begun) / 1000;
    return { rate: count / seconds, cpuMs: (cpu() - used) / count };
  } finally {
    await Promise.all(runs.map((run) => run.stop()));
  }
}

function databaseMs(): number {
  return usageOf(product.run.groupId, postmasterOf(folder)).databaseMs;
}

function startWorker(): Run {
  return new Run(['worker'], { DATA_DIR: folder, PORT: String(product.port), LOG_LEVEL: 'error' });
}

interface Sample {
  update: object;
  lines: object[];
  events: object[];
}

/** The same by a loop without a product: one statement for each renewal. */
async function runBareLoop(pool: pg.Pool): Promise<Measured> {
  const { rows } = await pool.query<Sample>(`
    SELECT a.update, o.lines, (SELECT json_agg(e) FROM events e
      WHERE e.object_id IN (o.id, o.subscription_id) AND e.created_at > now() - interval '1 hour') AS events
    FROM orders o JOIN payment_attempts a ON a.id = o.attempt_id
    WHERE o.billing_reason = 'subscription_cycle' AND o.created_at > now() - interval '1 hour'
    ORDER BY o.id DESC LIMIT 1`);
  const [sample] = rows;
  if (!sample) throw new Error('The product has renewed nothing.');
  await makeDue(pool, RENEWALS);
  const due = await pool.query<{ id: string }>(
    'SELECT id FROM subscriptions WHERE next_action_at <= now()',
  );
  const ids = due.rows.values();
  const ownMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const [begun, used] = [performance.now(), ownMs() + databaseMs()];
  const loop = async () => {
    for (const { id } of ids) {
      const values = [
        id,
        v7(),
        JSON.stringify(sample.update),
        v7(),
        JSON.stringify(sample.lines),
        sample.events.map(() => v7()),
        JSON.stringify(sample.events),
      ];
      await pool.query({ name: 'renewal', text: RENEWAL, values });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, loop));
  const seconds = (performance.now() - begun) / 1000;
  return { rate: RENEWALS / seconds, cpuMs: (ownMs() + databaseMs() - used) / RENEWALS };
}

/** A worker with many due: what it takes, and what a list of the API beside it takes. */
async function besideMany(pool: pg.Pool, target: { url: string; token: string }) {
  const postmaster = postmasterOf(folder);
  const { seen: alone } = await observe(target, () => sleep(WATCH_MS));
  await makeDue(pool, AT_ONCE);
  const worker = startWorker();
  try {
    while ((await countDue(pool)) === AT_ONCE) await sleep(50);
    let mebibytes = 0;
    const { seen } = await observe(target, async () => {
      for (const end = Date.now() + WATCH_MS; Date.now() < end; await sleep(500)) {
        const { residentBytes } = usageOf(worker.groupId, postmaster);
        mebibytes = Math.max(mebibytes, residentBytes / 2 ** 20);
      }
    });
    if (seen.statuses.join() !== '200') throw new Error(`The list answered ${seen.statuses}.`);
    return { alone, seen, mebibytes };
  } finally {
    await worker.stop();
  }
}

function report(
  measured: Rounds,
  { alone, seen, mebibytes }: Awaited<ReturnType<typeof besideMany>>,
): string {
  const middle = (of: number[]) => of.sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  const median = (of: Measured[]) => ({
    rate: middle(of.map(({ rate }) => rate)),
    cpuMs: middle(of.map(({ cpuMs }) => cpuMs)),
  });
  const bare = median(measured.bare);
  const row = (name: string, { rate, cpuMs }: Measured) => [
    name,
    rate.toFixed(0),
    (bare.rate / rate).toFixed(1),
    cpuMs.toFixed(1),
    (cpuMs / bare.cpuMs).toFixed(1),
  ];
  const many = AT_ONCE.toLocaleString('en-US');
  return [
    `${conditions()}, embedded PostgreSQL 18, all on the same cores; the median of ${ROUNDS} rounds of ${RENEWALS} renewals.`,
    '',
    table(
      ['Renewals', 'a second', 'bare ÷ this', 'cpu ms', '×cpu'],
      [
        row('one worker', median(measured.one)),
        row('two workers, which take turns', median(measured.two)),
        row('bare loop, one statement each', bare),
      ],
    ),
    '',
    table(
      [`${many} due at once`, 'without', 'with the worker', '×'],
      [
        [
          'p95 of a page of 10 subscriptions, ms',
          alone.p95.toFixed(1),
          seen.p95.toFixed(1),
          ratio(seen, alone).toFixed(1),
        ],
        ['memory of the worker, MiB', '', mebibytes.toFixed(0), ''],
      ],
    ),
  ].join('\n');
}
