// npm run bench: what an operation of the product costs beside the same work done by a bare server. Both
// answer on the same database, one at a time, in turn. Prints tables and writes them into
// docs/performance.md. --quick takes under two minutes, --check compares the answers and measures nothing;
// --data <folder> keeps the scale data, --only <text> takes the cases whose name has it.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { BaselineConfig } from '@/bench/baseline-server';
import { type Case, callerOfSeveral, casesOf, furtherCases } from '@/bench/cases';
import { compare } from '@/bench/compare';
import { type Dataset, type Environment, open } from '@/bench/environment';
import { readExport } from '@/bench/exporting';
import { measure, type Plan } from '@/bench/measure';
import { postmasterOf, usageOf } from '@/bench/processes';
import { conditions, table, writeReport } from '@/bench/report';
import { sessionToken, signIn } from '@/bench/session';
import { measureStart } from '@/bench/starting';
import { variedCases } from '@/bench/varied-cases';
import { writingCases } from '@/bench/writing-cases';
import { dataFolder } from '@/lib/database/embedded/cluster';
import { runningDatabase } from '@/lib/database/embedded/embedded';
import { readPidFile, superuserUrl } from '@/lib/database/embedded/postmaster';

const {
  quick = false,
  check = false,
  data,
  only = '',
} = parseArgs({
  options: {
    quick: { type: 'boolean' },
    check: { type: 'boolean' },
    data: { type: 'string' },
    only: { type: 'string' },
  },
}).values;

const SIZES = quick ? [2000] : [1000, 100_000, 1_000_000];
const PLAN: Plan = quick
  ? { warmUp: 0.2, seconds: 0.7, rounds: 1 }
  : { warmUp: 1, seconds: 2, rounds: 3 };
const CONNECTIONS = quick ? [32] : [1, 32];
const STARTS = quick ? 1 : 5;

const environment = await open(SIZES, data);
try {
  await run(environment);
} finally {
  await environment.close();
}

async function run(environment: Environment): Promise<void> {
  const { product, datasets } = environment;
  const postmaster = postmasterOf(product.dataDir);
  const operations = await compareOperations(environment, postmaster);
  const [largest] = datasets.toReversed();
  if (check || !largest) return;
  const parts = [operations];
  if ('export'.includes(only)) parts.push(await measureExports(product, postmaster, largest));
  if ('start'.includes(only)) {
    await product.run.stop();
    parts.push(await measureStarts(product.dataDir, largest));
  }
  const text = parts.join('\n\n');
  console.log(`\n${text}`);
  if (!quick && only === '') writeReport('operations', text);
}

/** Writes the database out, which only its superuser may ask for. */
async function checkpoint(dataDir: string): Promise<void> {
  const folder = dataFolder(dataDir);
  const connectionString = superuserUrl(folder, readPidFile(folder)?.port ?? 0, 'postgres');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('CHECKPOINT').finally(() => client.end());
}

async function compareOperations(
  { product, datasets, writes, tenants, token, signInLink }: Environment,
  postmaster: number,
): Promise<string> {
  const databaseUrl = runningDatabase(product.dataDir) ?? '';
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const cases: Case[] = [];
  for (const dataset of datasets) cases.push(...(await casesOf(client, dataset)));
  const further = datasets[Math.min(1, datasets.length - 1)];
  if (further) {
    const cookie = await signIn(await signInLink());
    cases.push(...(await furtherCases(client, further)));
    cases.push(...(await variedCases(client, { dataset: further, tenants, token, cookie })));
  }
  if (datasets.length > 1) cases.push(callerOfSeveral(datasets, token));
  cases.push(...(await writingCases(client, writes)));
  const wanted = cases.filter((one) => one.name.includes(only) && (!quick || one.quick));

  const baseline = await startBaseline(
    client,
    databaseUrl,
    product.url,
    [...datasets, writes, ...tenants],
    wanted,
  );
  const servers = {
    product: { url: product.url, usage: () => usageOf(product.run.groupId, postmaster) },
    baseline: { url: baseline.url, usage: () => usageOf(baseline.pid, postmaster) },
  };
  await checkpoint(product.dataDir);

  const rows: string[][] = [];
  const differences: string[] = [];
  try {
    for (const one of wanted) {
      const difference = await compare(one, servers);
      if (difference !== null) differences.push(`${one.name}: the answers differ: ${difference}`);
      else if (check) console.log(`${one.name}: the same`);
      if (check) continue;
      if (difference !== null) throw new Error(differences[0]);
      for (const connections of one.connections ?? CONNECTIONS) {
        const row = await measure(one, connections, servers, PLAN);
        rows.push(row);
        console.log(row.join('  '));
      }
    }
  } finally {
    await baseline.stop();
    await client.end();
  }
  if (differences.length > 0) throw new Error(differences.join('\n'));
  return report(rows);
}

async function measureExports(
  product: Environment['product'],
  postmaster: number,
  dataset: Dataset,
): Promise<string> {
  const number = (value: number) => value.toFixed(0);
  const rows: string[][] = [];
  for (const accept of ['text/csv', 'application/json']) {
    const done = await readExport(product, postmaster, dataset, accept);
    if (done.rows !== dataset.subscriptions) throw new Error(`${done.rows} rows were exported.`);
    const thousands = done.rows / 1000;
    rows.push([
      `Export of ${done.rows.toLocaleString('en-US')} subscriptions, ${accept}`,
      number(done.firstMs),
      number(done.seconds),
      (done.bytes / 2 ** 20 / done.seconds).toFixed(1),
      number(done.rows / done.seconds),
      number(done.serverMs / thousands),
      number(done.databaseMs / thousands),
      number(done.grownBytes / 2 ** 20),
    ]);
    console.log(rows.at(-1)?.join('  '));
  }
  const head = ['', 'first byte, ms', 'all, s', 'MiB/s', 'rows/s', 'server', 'database', '+ MiB'];
  return [
    'Server and database are milliseconds of the processor for a thousand rows; + MiB is by how much the resident ' +
      'memory grew. Exports have no baseline.',
    '',
    table(head, rows),
  ].join('\n');
}

async function measureStarts(dataDir: string, dataset: Dataset): Promise<string> {
  const starts: Awaited<ReturnType<typeof measureStart>>[] = [];
  for (let nth = 0; nth < STARTS; nth += 1) starts.push(await measureStart(dataDir, dataset));
  const shown = (of: (one: (typeof starts)[number]) => number) => {
    const sorted = starts.map(of).sort((a, b) => a - b);
    return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} (${sorted.at(-1)?.toFixed(0)})`;
  };
  const rows = [
    [
      '`npm start` on an existing data directory',
      shown(({ api }) => api),
      shown(({ page }) => page),
    ],
  ];
  console.log(rows[0]?.join('  '));
  const head = ['', 'first answer of the API, ms', 'and of a page, ms'];
  return [`Median of ${STARTS} starts, and the longest.`, '', table(head, rows)].join('\n');
}

async function startBaseline(
  client: pg.Client,
  databaseUrl: string,
  origin: string,
  datasets: readonly Dataset[],
  cases: readonly Case[],
) {
  const routes: BaselineConfig['routes'][number][] = [];
  for (const one of cases) {
    for (const { token = sessionToken(one.cookie), total } of [one, ...(one.others ?? [])]) {
      const own = { request: `${one.method} ${one.path} ${token}`, ...one.route };
      if (total === undefined) routes.push(own);
      else if (total === 'counted') routes.push({ ...own, total });
      else routes.push({ ...own, total: Number((await client.query(total)).rows[0]?.count) });
    }
  }
  const child = fork('bench/baseline-server.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, PUBLIC_URL: origin, NODE_ENV: 'production' },
  });
  child.send({
    databaseUrl,
    origin,
    tokens: datasets.map(({ token }) => token),
    routes,
  } satisfies BaselineConfig);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function report(rows: readonly string[][]): string {
  const head = [
    'Operation',
    'conn.',
    'req/s',
    'p50 ms',
    'p99 ms',
    'server',
    'database',
    'bare req/s',
    'bare p99',
    'bare server',
    'bare database',
    '×cpu',
    'MiB',
  ];
  return [
    `${conditions()}, embedded PostgreSQL 18; load generator, server and database on the same cores; ` +
      `${PLAN.rounds} rounds of ${PLAN.seconds} s for each, product and bare server in turn.`,
    '',
    'Server and database are milliseconds of the processor for one request; ×cpu is their sum beside that of the ' +
      'bare server. MiB is the resident memory of the product.',
    '',
    table(head, rows),
  ].join('\n');
}
