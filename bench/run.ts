// npm run bench: what an operation of the product costs beside the same work done by a bare server. Both
// answer on the same database, one at a time, in turn. Prints a table and writes it into
// docs/performance.md. --quick takes under two minutes; --data <folder> keeps the scale data, --only <text> takes
// the cases whose name has it.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { type Case, callerOfSeveral, casesOf, furtherCases } from '@/bench/cases';
import { type Usage, usageOf } from '@/bench/processes';
import { conditions, table, writeReport } from '@/bench/report';
import { open, type Theatre } from '@/bench/stage';
import type { Orders } from '@/bench/yardstick';
import { runningDatabase } from '@/lib/database/embedded';

const {
  quick = false,
  data,
  only = '',
} = parseArgs({
  options: { quick: { type: 'boolean' }, data: { type: 'string' }, only: { type: 'string' } },
}).values;

/** `warmUp`: so many requests come before anything is counted. */
const PLAN = quick
  ? { sizes: [2000], rounds: 1, seconds: 1, warmUp: 20 }
  : { sizes: [1000, 100_000, 1_000_000], rounds: 3, seconds: 3, warmUp: 100 };
const CONNECTIONS = [1, 32];

/** A server under load, and what is read of its processes. */
interface Server {
  url: string;
  usage(): Usage;
}

interface Result {
  requests: number;
  seconds: number;
  serverMs: number;
  databaseMs: number;
  p50: number;
  p99: number;
  residentBytes: number;
}

const theatre = await open(PLAN.sizes, data);
try {
  await run(theatre);
} finally {
  await theatre.close();
}

async function run({ product, stages, token }: Theatre): Promise<void> {
  const databaseUrl = runningDatabase(product.dataDir) ?? '';
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const [pid] = readFileSync(path.join(product.dataDir, 'postgres/postmaster.pid'), 'utf8').split(
    '\n',
  );
  const postmaster = Number(pid);

  const cases: Case[] = [];
  for (const stage of stages) cases.push(...(await casesOf(client, stage)));
  const further = stages[Math.min(1, stages.length - 1)];
  if (further) cases.push(...(await furtherCases(client, further)));
  if (stages.length > 1) cases.push(callerOfSeveral(stages, token));
  const wanted = cases.filter((one) => one.name.includes(only) && (!quick || one.quick));

  const yardstick = await startYardstick(client, databaseUrl, product.url, stages, wanted);
  const servers = {
    product: { url: product.url, usage: () => usageOf(product.run.groupId, postmaster) },
    yardstick: { url: yardstick.url, usage: () => usageOf(yardstick.pid, postmaster) },
  };
  await client.query('CHECKPOINT');

  const rows: string[][] = [];
  try {
    for (const one of wanted) {
      await compare(one, servers);
      for (const connections of one.connections ?? CONNECTIONS) {
        const row = await measure(one, connections, servers);
        rows.push(row);
        console.log(row.join('  '));
      }
    }
  } finally {
    await yardstick.stop();
    await client.end();
  }
  const text = report(rows);
  console.log(`\n${text}`);
  if (!quick && only === '') writeReport('operations', text);
}

async function startYardstick(
  client: pg.Client,
  databaseUrl: string,
  origin: string,
  stages: Theatre['stages'],
  cases: readonly Case[],
) {
  const routes: Orders['routes'][number][] = [];
  for (const { method, path: at, token = '', route, total } of cases) {
    const own = { request: `${method} ${at} ${token}`, ...route };
    if (total === undefined) routes.push(own);
    else if (total === 'counted') routes.push({ ...own, total });
    else routes.push({ ...own, total: Number((await client.query(total)).rows[0]?.count) });
  }
  const child = fork('bench/yardstick.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, PUBLIC_URL: origin, NODE_ENV: 'production' },
  });
  child.send({
    databaseUrl,
    origin,
    tokens: stages.map(({ token }) => token),
    routes,
  } satisfies Orders);
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

/** Fails unless both servers answer a case alike: equal where nothing is written, else of one form. */
async function compare(one: Case, servers: Record<string, Server>): Promise<void> {
  const shots = (await one.shots?.(2)) ?? [{}];
  const [product, yardstick] = await Promise.all(
    Object.values(servers).map(async ({ url }, nth) => {
      const shot = shots[nth % shots.length] ?? {};
      const answer = await fetch(url + (shot.path ?? one.path), {
        method: one.method,
        headers: headersOf(one),
        ...(shot.body ? { body: JSON.stringify(shot.body) } : {}),
      });
      const document: unknown = await answer.json().catch(() => null);
      return {
        status: answer.status,
        document: one.method === 'GET' ? document : formOf(document),
      };
    }),
  );
  if (product?.status === yardstick?.status && isDeepStrictEqual(product, yardstick)) return;
  throw new Error(`${one.name}: the answers differ: ${difference(product, yardstick)}`);
}

/** The first place where two documents differ, and what is there. */
function difference(one: unknown, other: unknown, at = ''): string {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other)) {
    return `${at} is ${JSON.stringify(one)}, for the yardstick ${JSON.stringify(other)}`;
  }
  const [a, b] = [one, other] as Record<string, unknown>[];
  for (const name of new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])) {
    if (!isDeepStrictEqual(a?.[name], b?.[name])) {
      return difference(a?.[name], b?.[name], `${at}/${name}`);
    }
  }
  return 'in kind';
}

/** A document without its values, and no matter what is null. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(formOf);
  if (typeof value !== 'object' || value === null) return '';
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, formOf(inner)]),
  );
}

function headersOf({ method, token }: Case): Record<string, string> {
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
  };
}

/** Loads both in turn, round by round, so that what the machine does besides meets both. */
async function measure(
  one: Case,
  connections: number,
  { product, yardstick }: { product: Server; yardstick: Server },
): Promise<string[]> {
  const results: { product: Result[]; yardstick: Result[] } = { product: [], yardstick: [] };
  // As many requests as fill the time, for what is not answered has cost something too.
  const amounts = new Map<Server, number>();
  for (const server of [product, yardstick]) {
    const { p50 } = await load(one, connections, server, Math.max(PLAN.warmUp, connections));
    const rate = (connections * 1000) / Math.max(p50, 0.5);
    amounts.set(server, Math.round(Math.max(rate * PLAN.seconds, PLAN.warmUp, connections)));
  }
  for (let round = 0; round < PLAN.rounds; round += 1) {
    for (const [name, server] of [
      ['product', product],
      ['yardstick', yardstick],
    ] as const) {
      results[name].push(await load(one, connections, server, amounts.get(server) ?? 1));
    }
  }
  const [own, bare] = [together(results.product), together(results.yardstick)];
  const cost = (result: Result) => (result.serverMs + result.databaseMs) / result.requests;
  const number = (value: number, digits = 2) => value.toFixed(digits);
  return [
    one.name,
    String(connections),
    number(own.requests / own.seconds, 0),
    number(own.p50, 1),
    number(own.p99, 1),
    number(own.serverMs / own.requests),
    number(own.databaseMs / own.requests),
    number(bare.requests / bare.seconds, 0),
    number(bare.p99, 1),
    number(bare.serverMs / bare.requests),
    number(bare.databaseMs / bare.requests),
    number(cost(own) / cost(bare), 1),
    number(own.residentBytes / 2 ** 20, 0),
  ];
}

async function load(
  one: Case,
  connections: number,
  server: Server,
  amount: number,
): Promise<Result> {
  const shots = (await one.shots?.(amount)) ?? [{}];
  let next = 0;
  const before = server.usage();
  const done = await autocannon({
    url: server.url + one.path,
    connections,
    amount,
    method: one.method,
    headers: headersOf(one),
    requests: [
      {
        setupRequest: (request) => {
          const shot = shots[next % shots.length] ?? {};
          next += 1;
          return {
            ...request,
            ...(shot.path ? { path: shot.path } : {}),
            ...(shot.body ? { body: JSON.stringify(shot.body) } : {}),
          };
        },
      },
    ],
  });
  const after = server.usage();
  if (done.errors + done.non2xx > 0) {
    throw new Error(
      `${one.name}: ${done.non2xx} answers were no success, ${done.errors} none at all.`,
    );
  }
  return {
    requests: done.requests.total,
    seconds: done.duration,
    serverMs: after.serverMs - before.serverMs,
    databaseMs: after.databaseMs - before.databaseMs,
    p50: done.latency.p50,
    p99: done.latency.p99,
    residentBytes: after.residentBytes,
  };
}

/** Sums, and the median of what cannot be added up. */
function together(results: readonly Result[]): Result {
  const sum = (key: keyof Result) => results.reduce((total, result) => total + result[key], 0);
  const middle = (key: keyof Result) =>
    results.map((result) => result[key]).sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? 0;
  return {
    requests: sum('requests'),
    seconds: sum('seconds'),
    serverMs: sum('serverMs'),
    databaseMs: sum('databaseMs'),
    p50: middle('p50'),
    p99: middle('p99'),
    residentBytes: middle('residentBytes'),
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
