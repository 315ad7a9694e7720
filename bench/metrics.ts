// npm run bench:metrics: the figures of 12 months of an organization with a million orders, beside one with ten
// thousand. Prints a table and writes it into docs/performance.md; --quick takes a hundredth and writes nothing.

import { parseArgs } from 'node:util';
import { findPostmaster, type Measured, median, sample, withDatabase } from '@/bench/in-process';
import { conditions, table, writeReport } from '@/bench/report';
import { fillWithSales } from '@/demo/scale/fill';
import { db } from '@/lib/database/connection/client';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { foldMetrics } from '@/lib/resources/metrics/jobs';
import { callApi } from '@/testing/call-api';
import { makeOrganization, makeToken, makeUser } from '@/testing/factories';

const { quick = false } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
/** How many subscriptions lead to ten thousand and to a million orders. */
const SIZES = quick ? [60, 6000] : [6000, 600_000];
const ROUNDS = quick ? 1 : 3;
const REQUESTS = quick ? 10 : 40;
const DAY = 86_400_000;

interface Shop {
  organizationId: string;
  productId: string;
  token: string;
  orders: number;
  buildMs: number;
}

await withDatabase(async () => {
  const text = await measure();
  console.log(`\n${text}`);
  if (!quick) writeReport('metrics', text);
});

/** An organization with sales of three years, summed up. */
async function makeShop(userId: string, subscriptions: number, now: Date): Promise<Shop> {
  const { id: organizationId } = await makeOrganization(userId, {
    timezone: 'America/Los_Angeles',
  });
  await fillWithSales({ organizationId, subscriptions, now });
  const orders = await db(null).order.count({ where: { organizationId } });
  const product = await db(null).product.findFirstOrThrow({
    where: { organizationId, isRecurring: true },
  });
  const token = await makeToken({ organizationId });
  console.log(`${orders} orders`);
  await foldMetrics();
  // Made anew, as after a change of the time zone.
  await db(null).metricZone.deleteMany({ where: { organizationId } });
  const start = performance.now();
  await foldMetrics();
  const buildMs = performance.now() - start;
  await db(null).$executeRaw`VACUUM ANALYZE metric_days, metric_deltas, subscription_history`;
  return { organizationId, productId: product.id, token, orders, buildMs };
}

async function measure(): Promise<string> {
  const now = new Date();
  const user = await makeUser();
  const shops: Shop[] = [];
  for (const [index, subscriptions] of SIZES.entries()) {
    // Ids follow from the moment.
    shops.push(await makeShop(user.id, subscriptions, new Date(now.getTime() - index)));
  }
  const postmaster = await findPostmaster();
  const date = (days: number) => new Date(now.getTime() - days * DAY).toISOString().slice(0, 10);
  const year = { start_date: date(364), end_date: date(0) };
  const cases = {
    '12 months by day': () => ({ ...year, interval: 'day' as const }),
    '12 months by month': () => ({ ...year, interval: 'month' as const }),
    'of one product by day': ({ productId }: Shop) => ({
      ...year,
      interval: 'day' as const,
      product_id: [productId],
    }),
    'of recurring prices by day': () => ({
      ...year,
      interval: 'day' as const,
      product_price_type: ['recurring' as const],
    }),
    '7 days by hour': () => ({
      start_date: date(6),
      end_date: date(0),
      interval: 'hour' as const,
    }),
  };
  const rows: string[][] = [];
  for (const [name, queryOf] of Object.entries(cases)) {
    const samples = shops.map((): Measured[] => []);
    // The sizes in turn, so that what else the machine does meets both.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, shop] of shops.entries()) {
        samples[index]?.push(
          await sample({ postmaster, requests: REQUESTS }, () =>
            callApi(getMetrics, { query: queryOf(shop) }, { as: shop }),
          ),
        );
      }
    }
    const [small, large] = samples.map((all) => ({
      medianMs: median(all.map(({ medianMs }) => medianMs)),
      cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    }));
    if (!small || !large) throw new Error('A size is missing');
    rows.push([
      name,
      small.medianMs.toFixed(1),
      large.medianMs.toFixed(1),
      `${(large.medianMs / small.medianMs).toFixed(2)} ×`,
      `${(large.cpuMs / small.cpuMs).toFixed(2)} ×`,
    ]);
    console.log(rows.at(-1)?.join('  '));
  }
  const [small, large] = shops;
  const head = ['', `${small?.orders} orders, ms`, `${large?.orders} orders, ms`, 'time', 'cpu'];
  return `${conditions()}, embedded PostgreSQL 18, all on the same cores, which other work shared; the
median of ${ROUNDS} rounds of ${REQUESTS} requests in one process, without HTTP.

${table(head, rows)}

The sums of all days, in UTC and in the organization's zone, are made in ${seconds(small)} and ${seconds(large)} s.`;
}

function seconds(shop: Shop | undefined): string {
  return ((shop?.buildMs ?? 0) / 1000).toFixed(1);
}
