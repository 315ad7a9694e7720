// npm run soak: what has to hold with many rows, whatever the time it takes: pages to the last one, every
// sort and filter, exports that are complete and take no memory, readers that are slow or go away.
// --data <folder> keeps the scale data, --subscriptions <number> says how many.

import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { usageOf } from '@/bench/processes';
import { open } from '@/bench/stage';
import { runningDatabase } from '@/lib/database/embedded';
import { SUBSCRIPTION_SORTS, SubscriptionStatus } from '@/lib/subscriptions/schema';

/** Far less than what is exported; the heap itself grows in steps of half of it. */
const MOST_GROWTH = 128 * 2 ** 20;

const { data, subscriptions } = parseArgs({
  options: { data: { type: 'string' }, subscriptions: { type: 'string', default: '100000' } },
}).values;
const size = Number(subscriptions);
const theatre = await open([size], data);
const { product, stages } = theatre;
const [stage] = stages;
const headers = { Authorization: `Bearer ${stage?.token}` };
const at = (search: string) => `${product.url}/v1/subscriptions/${search}`;
const resident = () => usageOf(product.run.groupId, 0).residentBytes;

interface Page {
  items: { id: string }[];
  pagination: { total_count: number; max_page: number };
}

const list = async (search: string): Promise<Page> => {
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
      const { items, pagination } = await list(`?sorting=${sort}&limit=100&page=${page}`);
      assert.equal(pagination.total_count, size);
      assert.equal(items.length, page === 1 ? 100 : size - (last - 1) * 100);
    }
  }
  let sum = 0;
  for (const status of SubscriptionStatus.options) {
    sum += (await list(`?status=${status}`)).pagination.total_count;
  }
  assert.equal(sum, size, 'every subscription has one status');

  // The first export lets the heap become as large as it likes; the next ones add nothing.
  await read('text/csv', (text) => text.split('\r\n').length - 1, Number.POSITIVE_INFINITY);
  await read('text/csv', (text) => text.split('\r\n').length - 1);
  await read('application/json', (text) => text.split('"cancel_at_period_end"').length - 1);
  await leave();
} finally {
  await theatre.close();
}

/** Reads an export to its end and counts its rows; the product's memory stays as it is. */
async function read(
  accept: string,
  count: (text: string) => number,
  mostGrowth = MOST_GROWTH,
): Promise<void> {
  const before = resident();
  const begun = performance.now();
  const answer = await fetch(at('export'), { headers: { ...headers, Accept: accept } });
  assert.equal(answer.status, 200);
  let [bytes, rows, most, first, tail] = [0, 0, 0, 0, ''];
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    first ||= performance.now() - begun;
    bytes += chunk.length;
    // What is split between two chunks is counted with the second.
    const text = tail + decoder.decode(chunk, { stream: true });
    tail = text.slice(-24);
    rows += count(text) - count(tail);
    most = Math.max(most, resident() - before);
  }
  rows += count(tail);
  const [took, size_] = [(performance.now() - begun) / 1000, bytes / 2 ** 20];
  console.log(
    `  ${accept}: ${rows} rows, ${size_.toFixed(0)} MiB in ${took.toFixed(1)} s, first byte after ` +
      `${first.toFixed(0)} ms, memory grew by ${(most / 2 ** 20).toFixed(0)} MiB`,
  );
  const expected = accept === 'text/csv' ? size + 1 : size;
  assert.ok(Math.abs(rows - expected) <= 1, `${rows} rows instead of ${expected}`);
  assert.ok(most < mostGrowth, `memory grew by ${most} bytes`);
}

/** Readers that take a little and go: nothing of them is left in the database. */
async function leave(): Promise<void> {
  for (let reader = 0; reader < 10; reader += 1) {
    const stop = new AbortController();
    const answer = await fetch(at('export'), { headers, signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
  }
  const client = new pg.Client({ connectionString: runningDatabase(product.dataDir) ?? '' });
  await client.connect();
  const busy = async () =>
    (
      await client.query(
        "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state IN ('active', 'idle in transaction') AND backend_type = 'client backend'",
      )
    ).rows.length;
  const end = Date.now() + 30_000;
  let left = await busy();
  while (left > 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    left = await busy();
  }
  const cursors = await client.query("SELECT FROM pg_cursors WHERE name <> ''");
  await client.end();
  assert.equal(left, 0, 'statements of readers that have gone');
  assert.equal(cursors.rows.length, 0);
  console.log('  readers that went away left nothing');
}
