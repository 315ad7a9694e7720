import autocannon from 'autocannon';
import type { Case, RequestVariant } from '@/bench/cases';
import type { Usage } from '@/bench/processes';

/** For how long each server is loaded, in seconds: before anything is counted, and in each round. */
export interface Plan {
  readonly warmUp: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** A server under load, and what is read of its processes. */
export interface Server {
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

/** Of what is slow, too: the processor's time is known in hundredths of a second. */
const MIN_REQUESTS = 20;

export function headersOf(
  { method, cookie, ...one }: Case,
  { token = one.token }: RequestVariant = {},
): Record<string, string> {
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { Cookie: cookie } : {}),
    ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
  };
}

/** Loads both in turn, round by round, so that what the machine does besides meets both. */
export async function measure(
  one: Case,
  connections: number,
  { product, baseline }: { product: Server; baseline: Server },
  plan: Plan,
): Promise<string[]> {
  const results: { product: Result[]; baseline: Result[] } = { product: [], baseline: [] };
  // As many requests as fill the time, for what is not answered has cost something too.
  const amounts = new Map<Server, number>();
  for (const server of [product, baseline]) {
    await load(one, connections, server, connections);
    const first = await load(one, connections, server, 2 * connections);
    const filling = (seconds: number, at: Result) =>
      Math.round(Math.max((seconds * at.requests) / at.seconds, MIN_REQUESTS, connections));
    const warm = await load(one, connections, server, filling(plan.warmUp, first));
    amounts.set(server, filling(plan.seconds, warm));
  }
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [name, server] of [
      ['product', product],
      ['baseline', baseline],
    ] as const) {
      results[name].push(await load(one, connections, server, amounts.get(server) ?? 1));
    }
  }
  const [own, bare] = [combine(results.product), combine(results.baseline)];
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
  const variants = (await one.variants?.(amount)) ?? [{}];
  let next = 0;
  const before = server.usage();
  const begun = performance.now();
  let ended = begun;
  const done = await autocannon({
    url: server.url + one.path,
    connections,
    amount,
    method: one.method,
    headers: headersOf(one),
    // By itself it looks once a second whether it is done.
    setupClient: (client) => {
      client.on('response', () => {
        ended = performance.now();
      });
    },
    requests: [
      {
        setupRequest: (request) => {
          const variant = variants[next % variants.length] ?? {};
          next += 1;
          return {
            ...request,
            ...(variant.path ? { path: variant.path } : {}),
            ...(variant.token ? { headers: headersOf(one, variant) } : {}),
            ...(variant.body ? { body: JSON.stringify(variant.body) } : {}),
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
    seconds: (ended - begun) / 1000,
    serverMs: after.serverMs - before.serverMs,
    databaseMs: after.databaseMs - before.databaseMs,
    p50: done.latency.p50,
    p99: done.latency.p99,
    residentBytes: after.residentBytes,
  };
}

/** Sums, and the median of what cannot be added up. */
function combine(results: readonly Result[]): Result {
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
