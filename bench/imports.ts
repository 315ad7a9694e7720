// npm run bench:import: rows a second that a worker imports of three kinds, its memory, and a list of the API beside it
// against the same without. Prints a table and writes it into docs/performance.md; --quick imports fewer and writes nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postmasterOf, usageOf } from '@/bench/processes';
import { conditions, table, writeReport } from '@/bench/report';
import { observe, ratio } from '@/e2e/attack/bystander';
import { call } from '@/lib/client/client';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { completeFile, createFile } from '@/lib/resources/files/contract';
import type { ImportKind } from '@/lib/resources/import-formats/schema';
import { createImport, getImport } from '@/lib/resources/imports/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { monthly } from '@/testing/shop';

const { quick = false } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const ROWS = quick ? 5000 : 100_000;
/** How long the list is watched alone. */
const WATCH_MS = quick ? 5000 : 20_000;
const PART_BYTES = 10 * 1024 * 1024;
/** What is promised (docs/contract/imports.md#speed). */
const PROMISED = { seconds: 300, mebibytes: 256, times: 1.5 };

interface Kind {
  kind: ImportKind;
  header: string;
  row(index: number): string;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'customers',
    header: 'external_id,email,name,billing_address_country,metadata',
    row: (index) => `c${index},buyer-${index}@example.com,Buyer ${index},US,"{""plan"": ""pro""}"`,
  },
  {
    kind: 'subscriptions',
    header:
      'external_id,status,customer_id,product_name,amount,currency,recurring_interval,started_at,current_period_end',
    row: (index) =>
      `s${index},active,c${index},Quill,1500,usd,month,2025-03-04T05:06:07Z,2099-01-04T05:06:07Z`,
  },
  {
    kind: 'license_keys',
    header: 'external_id,key,subscription_id,limit_activations',
    row: (index) => `k${index},${crypto.randomUUID()},s${index},3`,
  },
];

await ensureBuild(process.cwd(), (line) => console.log(line));
const folder = await temporaryFolder();
const product = await startProduct(folder, { WORKER: 'off', LOG_LEVEL: 'error' });
try {
  const text = await measure();
  console.log(`\n${text}`);
  if (!quick) writeReport('imports', text);
} finally {
  await product.run.stop();
  await removeFolder(folder);
}

async function measure(): Promise<string> {
  const token = await command(
    'token',
    '--',
    '--email',
    'bench@example.com',
    '--organization',
    'imports',
  );
  const options = { baseUrl: product.url, token };
  const benefit = await call(
    createBenefit,
    { body: { type: 'license_keys', description: 'Key', properties: {} } },
    options,
  );
  const { id } = await call(createProduct, { body: { name: 'Quill', prices: monthly() } }, options);
  await call(updateProductBenefits, { params: { id }, body: { benefits: [benefit.id] } }, options);
  // The list is of an organization that stays as it is: one that is filled takes longer by itself.
  const beside = ['--email', 'beside@example.com', '--organization', 'beside'];
  const watched = await command('token', '--', ...beside, '--organization-token');
  await command('seed', '--', '--subscriptions', '1000', '--organization', 'beside');
  const rows: string[][] = [];
  for (const kind of KINDS) rows.push(await measureKind(kind, options, watched));
  const { seconds, mebibytes, times } = PROMISED;
  return [
    `${conditions()}, embedded PostgreSQL 18, all on the same cores; ${ROWS.toLocaleString('en-US')} rows of each kind, one after the other. The list is the subscriptions of another organization, which has a thousand. Promised: ${seconds} s for 100,000 rows, ${mebibytes} MiB, ${times} times the p95.`,
    '',
    table(
      ['Rows of', 'a second', 's', 'memory, MiB', 'p95 of a page of 10, ms', 'without, ms', '×'],
      rows,
    ),
  ].join('\n');
}

async function measureKind(
  { kind, header, row }: Kind,
  options: { baseUrl: string; token: string },
  watched: string,
): Promise<string[]> {
  const lines = Array.from({ length: ROWS }, (_, index) => row(index));
  const file_id = await upload(Buffer.from(`${header}\n${lines.join('\n')}\n`), options);
  const target = { url: `${product.url}/v1/subscriptions/?limit=10`, token: watched };
  const { seen: alone } = await observe(target, () => sleep(WATCH_MS));
  const body = { kind, source: 'custom', file_id } as const;
  const { id } = await call(createImport, { body }, options);
  const worker = new Run(['worker'], {
    DATA_DIR: folder,
    PORT: String(product.port),
    LOG_LEVEL: 'error',
  });
  const stateOf = () => call(getImport, { params: { id } }, options);
  try {
    while (!(await stateOf()).done) await sleep(20);
    let mebibytes = 0;
    const { result, seen } = await observe(target, async () => {
      const [begun, first] = [performance.now(), (await stateOf()).done];
      for (;;) {
        const { residentBytes } = usageOf(worker.groupId, postmasterOf(folder));
        mebibytes = Math.max(mebibytes, residentBytes / 2 ** 20);
        const state = await stateOf();
        if (state.status !== 'running') {
          const seconds = (performance.now() - begun) / 1000;
          return { state, rate: (state.done - first) / seconds };
        }
        await sleep(250);
      }
    });
    const { state, rate } = result;
    if (
      state.status !== 'done' ||
      state.errors_count > 0 ||
      state.created + state.updated !== ROWS
    ) {
      throw new Error(`The import of ${kind} has come to ${JSON.stringify(state)}`);
    }
    if (seen.statuses.join() !== '200') throw new Error(`The list answered ${seen.statuses}.`);
    return [
      kind,
      rate.toFixed(0),
      (ROWS / rate).toFixed(0),
      mebibytes.toFixed(0),
      seen.p95.toFixed(1),
      alone.p95.toFixed(1),
      ratio(seen, alone).toFixed(1),
    ];
  } finally {
    await worker.stop();
  }
}

async function upload(bytes: Buffer, options: { baseUrl: string; token: string }): Promise<string> {
  const size = bytes.length;
  const parts = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, index) => ({
    number: index + 1,
    chunk_start: index * PART_BYTES,
    chunk_end: Math.min(size, (index + 1) * PART_BYTES),
  }));
  const body = {
    service: 'import',
    name: 'rows.csv',
    mime_type: 'text/csv',
    size,
    upload: { parts },
  } as const;
  const { id, upload: begun } = await call(createFile, { body }, options);
  const sent: { number: number; checksum_etag: string }[] = [];
  for (const { number, url, chunk_start, chunk_end } of begun.parts) {
    const response = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(bytes.subarray(chunk_start, chunk_end)),
    });
    sent.push({ number, checksum_etag: response.headers.get('etag') ?? '' });
  }
  const completed = { id: begun.id, path: begun.path, parts: sent };
  await call(completeFile, { params: { id }, body: completed }, options);
  return id;
}

async function command(...script: string[]): Promise<string> {
  const run = new Run(script, { DATA_DIR: folder, PORT: String(product.port) });
  if ((await run.ended) !== 0) throw new Error(run.errors);
  return run.output.trim();
}
