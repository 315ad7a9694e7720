// npm run bench:events: what events cost. Deliveries of webhooks beside a bare loop that signs and posts, with a
// receiver that hangs among ten, and beside thousands of endpoints that nothing is sent to; how long after their commit
// events of 50 writers are numbered; what the request log adds to a write; and 200 idle streams. Prints tables and writes
// them into docs/performance.md; --quick takes a minute and writes nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Delivered, deliver, deliverBare, startReceiver } from '@/bench/deliveries';
import { cpuClock, findPostmaster, median, withDatabase } from '@/bench/in-process';
import { postmasterOf, usageOf } from '@/bench/processes';
import { conditions, table, writeReport } from '@/bench/report';
import { type AnsweredRequest, createImplement } from '@/lib/api/implement';
import { authenticate } from '@/lib/auth/authenticate';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { audit } from '@/lib/resources/audited';
import { createCustomer } from '@/lib/resources/customers/contract';
import { create } from '@/lib/resources/customers/service';
import { record } from '@/lib/resources/events/service';
import { logged, noteAnswer } from '@/lib/resources/request-logs/service';
import { newId } from '@/lib/runtime/ids';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { makeOrganization, makeSeller, makeUser } from '@/testing/factories';
import { Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';

const { quick = false } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const ROUNDS = quick ? 1 : 7;
/** Runs of the same differ by a third on a machine that others use: each is compared with those of its own round. */
const DELIVERY_ROUNDS = quick ? 2 : 14;
const DELIVERIES = quick ? 300 : 1000;
const IDLE_ENDPOINTS = quick ? 300 : 5000;
const WRITERS = 50;
const WRITING_MS = quick ? 2000 : 10_000;
/** Writes in a round, and rounds: short ones, of which what else the machine does meets few. */
const REQUESTS = 100;
const WRITE_ROUNDS = quick ? 4 : 40;
const STREAMS = 200;
const IDLE_MS = quick ? 5000 : 30_000;

const texts: string[] = [];
await withDatabase(async () => {
  const postmaster = await findPostmaster();
  texts.push(await measureDeliveries(postmaster));
  texts.push(await measureNumbers());
  texts.push(await measureRequestLog(postmaster));
});
texts.push(await measureStreams());
const report = [
  `${conditions()}, embedded PostgreSQL 18, all on the same cores; the median of ${ROUNDS} rounds.`,
  ...texts,
].join('\n\n');
console.log(`\n${report}`);
if (!quick) writeReport('events', report);
process.exit(0);

async function measureDeliveries(postmaster: number): Promise<string> {
  const receiver = await startReceiver();
  const ten = Array.from({ length: 10 }, (_, nth) => `/hooks/${nth}`);
  const nine = ten.slice(1);
  // Of each of ten endpoints three in ten, so that seconds are measured and not how a run begins.
  const [some, few] = [DELIVERIES, (DELIVERIES * 3) / 10];
  const to =
    (paths: string[], events: number, isKnown = false) =>
    () =>
      deliver(receiver.url, postmaster, { paths, measured: '/hooks', events, isKnown });
  const names = {
    bare: 'bare loop, four side by side',
    one: 'one endpoint',
    ten: 'ten endpoints',
    beginning: 'nine endpoints beside one that begins to hang',
    nine: 'nine endpoints',
    known: 'nine endpoints beside one that is known to hang',
    idle: `one endpoint beside ${IDLE_ENDPOINTS.toLocaleString('en-US')} without deliveries`,
  };
  const one = to(['/hooks'], some);
  const bare = () => deliverBare(receiver.url, postmaster, some);
  const cases: [string, () => Promise<Delivered>][] = [
    [names.bare, bare],
    [names.one, one],
    [names.ten, to(ten, few)],
    // Those that are compared follow one another.
    [names.beginning, to([...nine, '/hang'], few)],
    [names.nine, to(nine, few)],
    [names.known, to([...nine, '/hang'], few, true)],
  ];
  const found = new Map<string, Delivered[]>(Object.values(names).map((name) => [name, []]));
  const of = (name: string) => found.get(name) ?? [];
  /** Of the rounds beside endpoints without deliveries. */
  const bareBeside: Delivered[] = [];
  try {
    await one();
    for (let round = 0; round < DELIVERY_ROUNDS; round += 1) {
      // Forth and back, as tables grow from one to the next.
      const ordered = round % 2 === 0 ? cases : [...cases].reverse();
      for (const [name, run] of ordered) of(name).push(await run());
    }
    await makeIdleEndpoints(IDLE_ENDPOINTS);
    for (let round = 0; round < ROUNDS; round += 1) {
      bareBeside.push(await bare());
      of(names.idle).push(await one());
    }
  } finally {
    receiver.stop();
  }
  /** The median of what each round had, as a multiple of the same in another case. */
  const against = (name: string, others: readonly Delivered[], what: keyof Delivered) =>
    median(of(name).map((run, round) => run[what] / (others[round]?.[what] ?? 0)));
  const deliveries = table(
    ['Deliveries', 'a second', 'cpu ms', '×cpu of the bare loop'],
    Object.values(names).map((name) => [
      name,
      median(of(name).map(({ rate }) => rate)).toFixed(0),
      median(of(name).map(({ cpuMs }) => cpuMs)).toFixed(2),
      against(name, name === names.idle ? bareBeside : of(names.bare), 'cpuMs').toFixed(1),
    ]),
  );
  const beside = table(
    ['Nine endpoints beside one that hangs', 'of what they got without it'],
    [
      [
        'when it begins to',
        `${(100 * against(names.beginning, of(names.nine), 'rate')).toFixed(0)} %`,
      ],
      ['known to', `${(100 * against(names.known, of(names.nine), 'rate')).toFixed(0)} %`],
    ],
  );
  return `${deliveries}\n\n${beside}`;
}

/** Endpoints of organizations in which nothing happens, 20 each. */
async function makeIdleEndpoints(count: number): Promise<void> {
  const user = await makeUser();
  for (let made = 0; made < count; made += 20) {
    const { id: organizationId } = await makeOrganization(user.id);
    const ids = Array.from({ length: 20 }, () => newId());
    const sealed = { sealedUrl: '', sealedSecret: '', secretHint: '' };
    await db(null).webhookEndpoint.createMany({
      data: ids.map((id) => ({ id, organizationId, url: 'https://x', events: ['*'], ...sealed })),
    });
    await db(null).webhookEndpointHealth.createMany({
      data: ids.map((endpointId) => ({ endpointId, organizationId })),
    });
  }
}

/** How long after their commit events have a number, while many write at once. */
async function measureNumbers(): Promise<string> {
  const { organizationId } = await makeSeller();
  const committed = new Map<string, number>();
  const times: number[] = [];
  const end = performance.now() + WRITING_MS;
  const writing = Array.from({ length: WRITERS }, async () => {
    while (performance.now() < end) {
      const id = newId();
      await transaction(systemScope(organizationId), (scope) =>
        record(scope, { kind: 'product.updated', organizationId, snapshot: { id } }),
      );
      committed.set(id, performance.now());
    }
  });
  let isWriting = true;
  const ended = Promise.all(writing).then(() => {
    isWriting = false;
  });
  while (isWriting || committed.size > 0) {
    const rows = await execute<{ id: string }>(
      null,
      sql`SELECT object_id AS id FROM events WHERE organization_id = ${organizationId}::uuid
          AND number IS NOT NULL AND object_id = ANY(${[...committed.keys()]}::uuid[])`,
      { prepared: true },
    );
    const now = performance.now();
    for (const { id } of rows) {
      times.push(now - (committed.get(id) ?? now));
      committed.delete(id);
    }
    await sleep(5);
  }
  await ended;
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  return table(
    [`Numbers, ${WRITERS} writers`, 'events a second', 'p50 ms', 'p95 ms'],
    [['from the commit on', ((times.length * 1000) / WRITING_MS).toFixed(0), at(0.5), at(0.95)]],
  );
}

/** The same write with and without a line in the request log, in turn. */
async function measureRequestLog(postmaster: number): Promise<string> {
  const seller = await makeSeller();
  const answers: AnsweredRequest[] = [];
  const handler = createImplement(
    authenticate,
    (answer) => answers.push(answer),
    audit,
  )(createCustomer, ({ scope, body }) => create(scope, body));
  const write = async () => {
    const request = new Request('http://localhost/v1/customers/', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${seller.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ email: `${newId()}@example.com`, name: 'Ada Lovelace' }),
    });
    const answer = await handler(request, { params: Promise.resolve({}) });
    if (answer.status !== 201) throw new Error(`A customer was answered with ${answer.status}.`);
  };
  const found = { write: [] as number[], line: [] as number[] };
  for (let round = -1; round < WRITE_ROUNDS; round += 1) {
    let cpu = cpuClock(postmaster);
    for (let nth = 0; nth < REQUESTS; nth += 1) await write();
    const ofWrite = cpu() / REQUESTS;
    // Their lines alone: beside the writes they are less than two rounds of the same differ by.
    cpu = cpuClock(postmaster);
    for (const answer of answers.splice(0)) noteAnswer(answer);
    await logged();
    const ofLine = cpu() / REQUESTS;
    // The first round warms up.
    if (round < 0) continue;
    found.write.push(ofWrite);
    found.line.push(ofLine);
  }
  const [ofWrite, ofLine] = [median(found.write), median(found.line)];
  return table(
    [`A customer is created, ${WRITE_ROUNDS} rounds`, 'cpu ms', '% of the write'],
    [
      ['the write', ofWrite.toFixed(2), '100'],
      ['its line in the request log', ofLine.toFixed(2), ((100 * ofLine) / ofWrite).toFixed(1)],
    ],
  );
}

/** What a product takes with and without readers of its streams to whom nothing is sent. */
async function measureStreams(): Promise<string> {
  await ensureBuild(process.cwd(), (line) => console.log(line));
  const folder = await temporaryFolder();
  const product = await startProduct(folder, { LOG_LEVEL: 'error' });
  try {
    const tokens = await Promise.all(
      ['one', 'other'].map(async (slug) => {
        const owner = ['--email', `${slug}@example.com`, '--organization', slug];
        const environment = { DATA_DIR: folder, PORT: String(product.port) };
        const run = new Run(['token', '--', ...owner, '--organization-token'], environment);
        if ((await run.ended) !== 0) throw new Error(run.errors);
        return run.output.trim();
      }),
    );
    const usage = () => usageOf(product.run.groupId, postmasterOf(folder));
    const idle = async () => {
      await sleep(IDLE_MS / 3);
      const before = usage();
      await sleep(IDLE_MS);
      const after = usage();
      const cpuMs = after.serverMs + after.databaseMs - before.serverMs - before.databaseMs;
      return { share: cpuMs / IDLE_MS, mebibytes: after.residentBytes / 2 ** 20 };
    };
    // What a start leaves to do is over then.
    await idle();
    const alone = await idle();
    const stop = new AbortController();
    const open = await Promise.all(
      Array.from({ length: STREAMS }, (_, nth) =>
        fetch(`${product.url}/v1/events/stream`, {
          headers: { Authorization: `Bearer ${tokens[nth % 2]}` },
          signal: stop.signal,
        }),
      ),
    );
    const refused = open.find(({ status }) => status !== 200);
    if (refused) throw new Error(`A stream was answered with ${refused.status}.`);
    const beside = await idle();
    stop.abort();
    const row = (name: string, { share, mebibytes }: typeof alone) => [
      name,
      (share * 100).toFixed(1),
      mebibytes.toFixed(0),
    ];
    return table(
      ['An idle node', '% of a core', 'MiB'],
      [row('without streams', alone), row(`with ${STREAMS}`, beside)],
    );
  } finally {
    await product.run.stop();
    await removeFolder(folder);
  }
}
