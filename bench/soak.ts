// npm run soak: what has to hold with many rows, whatever the time it takes: pages to the last one, every
// sort and filter, exports that are complete and take no memory, readers that are slow or go away.
// --data <folder> keeps the scale data, --subscriptions <number> says how many.

import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { open } from '@/bench/environment';
import { readExport } from '@/bench/exporting';
import { postmasterOf, usageOf } from '@/bench/processes';
import { MAX_EXPORTS } from '@/lib/api/concurrency';
import { runningDatabase } from '@/lib/database/embedded/embedded';
import { SUBSCRIPTION_SORTS, SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

/** By how much an export may let the product's memory grow, however much it writes. */
const MAX_GROWTH_BYTES = 64 * 2 ** 20;

const { data, subscriptions } = parseArgs({
  options: { data: { type: 'string' }, subscriptions: { type: 'string', default: '100000' } },
}).values;
const size = Number(subscriptions);
const environment = await open([size], data);
const { product, datasets } = environment;
const [dataset] = datasets;
const headers = { Authorization: `Bearer ${dataset?.token}` };
const at = (search: string) => `${product.url}/v1/subscriptions/${search}`;

interface Page {
  items: { id: string }[];
  pagination: { total_count: number; max_page: number };
}

const listPage = async (search: string): Promise<Page> => {
  const begun = performance.now();
  const answer = await fetch(at(search), { headers });
  assert.equal(answer.status, 200, search);
  const page = (await answer.json()) as Page;
  console.log(`  ${(performance.now() - begun).toFixed(0).padStart(6)} ms  ${search}`);
  return page;
};

try {
  const last = Math.ceil(size / 100);
  for (const sort of SUBSCRIPTION_SORTS.flatMap((name) => [name, `-${name}`])) {
    for (const page of [1, last]) {
      const { items, pagination } = await listPage(`?sorting=${sort}&limit=100&page=${page}`);
      assert.equal(pagination.total_count, size);
      assert.equal(items.length, page === 1 ? 100 : size - (last - 1) * 100);
    }
  }
  let sum = 0;
  for (const status of SubscriptionStatus.options) {
    sum += (await listPage(`?status=${status}`)).pagination.total_count;
  }
  assert.equal(sum, size, 'every subscription has one status');

  // Before anything is measured the product has loaded and compiled what an export needs.
  await checkExport('text/csv');
  await checkExport('text/csv', MAX_GROWTH_BYTES);
  await checkExport('application/json', MAX_GROWTH_BYTES);
  await checkSlowReaders();
} finally {
  await environment.close();
}

/** Reads an export to its end: it is complete, and the product's memory stays as it is. */
async function checkExport(accept: string, mostGrowth = Number.POSITIVE_INFINITY): Promise<void> {
  assert.ok(dataset);
  const postmaster = postmasterOf(product.dataDir);
  const { rows, bytes, seconds, firstMs, grownBytes } = await readExport(
    product,
    postmaster,
    dataset,
    accept,
  );
  console.log(
    `  ${accept}: ${rows} rows, ${mebibytes(bytes)} MiB in ${seconds.toFixed(1)} s, first byte after ` +
      `${firstMs.toFixed(0)} ms, memory grew by ${mebibytes(grownBytes)} MiB`,
  );
  assert.equal(rows, size);
  assert.ok(grownBytes < mostGrowth, `memory grew by ${grownBytes} bytes`);
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

/** Export readers that stop reading, then disconnect: neither keeps a statement running nor grows memory. */
async function checkSlowReaders(): Promise<void> {
  const client = new pg.Client({ connectionString: runningDatabase(product.dataDir) ?? '' });
  await client.connect();
  const before = residentBytes();
  const readers = await Promise.all(
    Array.from({ length: MAX_EXPORTS }, async () => {
      const stop = new AbortController();
      const answer = await fetch(at('export'), { headers, signal: stop.signal });
      await answer.body?.getReader().read();
      return stop;
    }),
  );
  await untilIdle(client, 'statements of readers that wait');
  const grown = residentBytes() - before;
  assert.ok(grown < MAX_GROWTH_BYTES, `memory grew by ${grown} bytes`);
  for (const reader of readers) reader.abort();
  await untilIdle(client, 'statements of readers that have gone');
  await client.end();
  console.log(`  ${MAX_EXPORTS} readers that wait take ${mebibytes(grown)} MiB, and leave nothing`);
}

function residentBytes(): number {
  return usageOf(product.run.groupId, postmasterOf(product.dataDir)).residentBytes;
}

/** A cursor would need a transaction: in none of them is anything open or under way. */
async function untilIdle(client: pg.Client, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const { rows } = await client.query(
      "SELECT query FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'",
    );
    if (rows.length === 0) return;
    assert.ok(Date.now() < end, `${what}: ${JSON.stringify(rows)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
