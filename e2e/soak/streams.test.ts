import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { call } from '@/lib/client/client';
import { listEvents } from '@/lib/resources/events/contract';
import { createProduct, updateProduct } from '@/lib/resources/products/contract';
import { hasPgBouncer, startPgBouncer } from '@/testing/pgbouncer';
import { type Product, Run, type SharedDatabase, startSharedDatabase } from '@/testing/product';
import { type Answer, startReceiver } from '@/testing/receiver';
import { fixed } from '@/testing/shop';
import { StreamReader } from '@/testing/streams';

// Streams of two nodes behind one database, over their stops and kills.

const EVENTS = 60;

let shared: SharedDatabase;
beforeAll(async () => {
  shared = await startSharedDatabase();
});
afterAll(() => shared?.stop());

const start = () => shared.start();

async function open({ url }: Product, after: number): Promise<StreamReader> {
  const headers = {
    Authorization: `Bearer ${shared.token}`,
    'Accept-Encoding': 'gzip',
    'Last-Event-ID': String(after),
  };
  return new StreamReader(await fetch(`${url}/v1/events/stream`, { headers }));
}

const write = ({ url }: Product, name: string) =>
  call(
    createProduct,
    { body: { name, prices: fixed(500) } },
    { baseUrl: url, token: shared.token },
  );

const noContent: Answer = (_request, response) => {
  response.writeHead(204).end();
};

test('listen forwards signed events to a receiver, and goes on where it stopped', async () => {
  const [node, receiver] = await Promise.all([start(), startReceiver(noContent)]);
  const given = [
    'listen',
    '--',
    '--forward',
    `${receiver.url}/hooks`,
    '--types',
    'product.created',
  ];
  const listen = async () => {
    const run = new Run(given, shared.settings);
    await run.until('Stop with Ctrl-C.');
    return run;
  };
  const first = await listen();
  const secret = /Signing secret: (td_whs_[\w-]{43})/.exec(first.output)?.[1] ?? '';
  const { id } = await write(node, 'Quill');
  const renamed = { params: { id }, body: { name: 'Nib' } };
  await call(updateProduct, renamed, { baseUrl: node.url, token: shared.token });
  await write(node, 'Ink');
  await expect.poll(() => receiver.received.length).toBe(2);
  for (const { body, headers } of receiver.received) {
    expect(new Webhook(secret, { format: 'raw' }).verify(body, headers)).toEqual({
      type: 'product.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: expect.objectContaining({ name: expect.stringMatching(/Quill|Ink/) }),
    });
    expect(headers['user-agent']).toBe('Tilldesk-Webhooks/1');
  }
  const [one, other] = receiver.received.map(({ headers }) =>
    Number(headers['webhook-event-number']),
  );
  expect(other).toBe((one ?? 0) + 2);
  await first.until(`${other}  product.created  204`);
  expect(await first.stop()).toBe(0);
  await write(node, 'Paper');
  const second = await listen();
  expect(second.output).toContain(secret);
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(JSON.parse(receiver.received[2]?.body ?? '').data.name).toBe('Paper');
  receiver.stop();
  await write(node, 'Pen');
  await second.until('failed: ');
  await second.stop();
  await node.run.stop();
});

test('every event comes once and in order, whichever node is asked, stopped or killed', async () => {
  const nodes = await Promise.all([start(), start()]);
  let asked = 0;
  let reader = await open(nodes[0], 0);
  const seen: number[] = [];
  /** Reads until there are so many, at the next node where this one goes away. */
  const readTo = async (count: number) => {
    while (seen.length < count) {
      const part = await reader.next().catch(() => null);
      if (part?.event) seen.push(part.event.number);
      if (part) continue;
      asked += 1;
      reader = await open(nodes[1], seen.length);
    }
  };
  const writing = (async () => {
    for (let nth = 1; nth <= EVENTS; nth += 1) await write(nodes[1], `Product ${nth}`);
  })();
  await readTo(10);
  const stopped = performance.now();
  await nodes[0].run.stop();
  // An open answer would be waited for for 10 seconds, an idle connection for 5.
  expect(performance.now() - stopped).toBeLessThan(4500);
  await readTo(30);
  await writing;
  nodes[1].run.signal('SIGKILL');
  await nodes[1].run.ended;
  nodes[1] = await start();
  await readTo(EVENTS);
  expect(seen).toEqual(Array.from({ length: EVENTS }, (_, place) => place + 1));
  expect(asked).toBeGreaterThan(0);
  await reader.close();
  await nodes[1].run.stop();
});

test.skipIf(!hasPgBouncer)('every event comes once and in order behind a pooler', async () => {
  const direct = shared.settings.DATABASE_URL ?? '';
  const pooler = await startPgBouncer(direct);
  onTestFinished(pooler.stop);
  const settings = { DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: direct };
  const nodes = await Promise.all([shared.start(settings), shared.start(settings)]);
  const { items } = await call(
    listEvents,
    { query: { limit: 1 } },
    { baseUrl: nodes[0].url, token: shared.token },
  );
  const newest = items[0]?.number ?? 0;
  const readers = await Promise.all(nodes.map((node) => open(node, newest)));
  const writing = Promise.all(
    nodes.map(async (node) => {
      for (let nth = 1; nth <= EVENTS / 2; nth += 1) await write(node, `Pooled ${nth}`);
    }),
  );
  const wanted = Array.from({ length: EVENTS }, (_, place) => newest + place + 1);
  for (const reader of readers) expect(await reader.numbers(EVENTS)).toEqual(wanted);
  await writing;
  await Promise.all(readers.map((reader) => reader.close()));
  await Promise.all(nodes.map(({ run }) => run.stop()));
});
