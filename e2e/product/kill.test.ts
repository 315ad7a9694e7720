import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postmasterOf } from '@/bench/processes';
import { ApiFailure, call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { getMe } from '@/lib/resources/me/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { isAlive } from '@/lib/runtime/processes';
import { type Product, removeFolder, startProduct } from '@/testing/product';
import { buyer, fixed, monthly } from '@/testing/shop';
import { audit } from './audit';
import { connectTo } from './database';
import { installedFolder, installedToken } from './installation';

// Sales while processes are killed with SIGKILL: the server (Next runs in its process) and the
// database's postmaster, anywhere and at each boundary of a confirmation
// (docs/contract/checkouts.md#confirmation). What takes minutes of killing is left to `npm run soak`.

const CONFIRMATIONS = 300;
const AT_ONCE = 8;

interface Sale {
  id: string;
  client_secret: string;
  email: string;
  /** The idempotency key of the last attempt. */
  key: string;
  answered: boolean;
}

let folder: string;
let dataDir: string;
let product: Product;
let client: pg.Client;
let token: string;
let organizationId: string;
let products: string[];
let discountId: string;

beforeAll(async () => {
  folder = await installedFolder();
  token = await installedToken();
  dataDir = path.join(folder, 'data');
  await start();
  organizationId = (await send(getMe)).organizations[0]?.id ?? '';
  const [custom, key] = await Promise.all([
    send(createBenefit, { body: { type: 'custom', description: 'Thanks', properties: {} } }),
    send(createBenefit, { body: { type: 'license_keys', description: 'Key', properties: {} } }),
  ]);
  products = await Promise.all(
    [fixed(), monthly()].map(async (prices) => {
      const { id } = await send(createProduct, { body: { name: 'Quill', prices } });
      const body = { benefits: [custom.id, key.id] };
      await send(updateProductBenefits, { params: { id }, body });
      return id;
    }),
  );
  const terms = { name: 'Some', duration: 'once', type: 'percentage', basis_points: 1000 } as const;
  discountId = (await send(createDiscount, { body: terms })).id;
});
afterAll(async () => {
  await client?.end().catch(() => {});
  await product?.run.stop();
  await removeFolder(folder);
});

async function start(): Promise<void> {
  await client?.end().catch(() => {});
  product = await startProduct(dataDir);
  client = await connectTo(dataDir);
}

async function killServer(): Promise<void> {
  if (!isAlive(product.run.groupId)) return;
  product.run.signal('SIGKILL');
  await product.run.ended;
}

function killDatabase(): void {
  process.kill(postmasterOf(dataDir), 'SIGKILL');
}

function send<C extends AnyContract>(
  operation: C,
  input: ContractInput<C> = {},
  idempotencyKey?: string,
) {
  const options = { baseUrl: product.url, token };
  return call(operation, input, idempotencyKey ? { ...options, idempotencyKey } : options);
}

/** Runs work on items, a few at once. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Opens checkouts: of one-time and recurring prices, some of them with a discount. */
async function open(count: number): Promise<Sale[]> {
  const sales: Sale[] = [];
  await inParallel(
    Array.from({ length: count }, (_, index) => index + 1),
    async (number) => {
      const email = `${newId()}@example.com`;
      const { id, client_secret } = await send(createCheckout, {
        body: {
          payment_processor: 'stripe',
          product_id: products[number % 2] ?? '',
          success_url: `https://example.com/?${email}`,
          ...(number % 3 === 0 ? { discount_id: discountId } : {}),
        },
      });
      sales.push({ id, client_secret, email, key: newId(), answered: false });
    },
  );
  return sales;
}

const confirmation = (sale: Sale) => ({
  params: { client_secret: sale.client_secret },
  body: buyer({ customer_email: sale.email }),
});

/** Confirms as the buyer; answers with the status, 0 where the connection broke. */
async function confirm(sale: Sale): Promise<number> {
  sale.key = newId();
  try {
    await send(confirmCheckout, confirmation(sale), sale.key);
    sale.answered = true;
    return 200;
  } catch (error) {
    return error instanceof ApiFailure ? error.status : 0;
  }
}

/**
 * Confirms sales, and calls `strike` after a number of responses. Workers wait during an outage and stop when
 * the server has gone. Returns the statuses.
 */
async function confirmUntil(sales: Sale[], answers: number, strike: () => Promise<void> | void) {
  const statuses = new Set<number>();
  const striking: (Promise<void> | void)[] = [];
  await inParallel(sales, async (sale) => {
    if (statuses.has(0)) return;
    const status = await confirm(sale);
    statuses.add(status);
    if (status === 503) await until(answersOrGone);
    const enough = sales.filter(({ answered }) => answered).length >= answers;
    if (enough && striking.length === 0) striking.push(strike());
  });
  await Promise.all(striking);
  return statuses;
}

async function answersOrGone(): Promise<boolean> {
  return send(getMe).then(Boolean, (error) => !(error instanceof ApiFailure && error.status > 0));
}

/** Waits for a condition. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}

/**
 * Every confirmed sale is complete, no sale is incomplete, and every charge has its order. Returns the
 * complete sales and those without rows.
 */
async function expectWhole(sales: Sale[]) {
  const { sold, open, ...found } = await audit(client, organizationId);
  expect(found).toEqual({ half: [], lost: [], redemptionsTooMany: 0, isNumbered: true });
  expect(sales.filter(({ answered, id }) => answered && !sold.has(id))).toEqual([]);
  expect(sales.filter(({ id }) => !sold.has(id) && !open.has(id))).toEqual([]);
  return {
    sold: sales.filter(({ id }) => sold.has(id)),
    open: sales.filter(({ id }) => open.has(id)),
  };
}

test('kills in the middle of confirmations lose nothing that was answered', {
  tags: 'soak',
}, async () => {
  const sales = await open(CONFIRMATIONS);
  const left = async () => (await expectWhole(sales)).open;
  const killBoth = () => {
    killDatabase();
    return killServer();
  };
  for (const strike of [killServer, killDatabase, killBoth]) {
    const share = (await left()).slice(0, CONFIRMATIONS / 3);
    const met = await confirmUntil(share, share.length / 2, strike);
    expect([0, 200, 503]).toEqual(expect.arrayContaining([...met]));
    expect(met.size).toBeGreaterThan(1);
    await killServer();
    await start();
  }
  expect(await confirmUntil(await left(), CONFIRMATIONS, () => {})).toEqual(new Set([200]));
  expect((await expectWhole(sales)).open).toEqual([]);
});

const END_WAITING = 'SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE NOT granted';

async function killAtEachBoundary(kill: typeof killServer | typeof killDatabase): Promise<void> {
  const sales = await open(9);
  const [unread, charged, prepared] = [sales.slice(0, 3), sales.slice(3, 6), sales.slice(6)];
  const locks = await connectTo(dataDir);
  const waitingFor = async (table: string) => {
    const { rowCount } = await client.query(
      'SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
      [table],
    );
    return rowCount === 3;
  };

  // Settled; the client does not read the response.
  const sockets = unread.map(confirmUnread);
  await until(async () => {
    const { sold } = await audit(client, organizationId);
    return unread.every(({ id }) => sold.has(id));
  });
  // Charged; the transaction of the order waits for a lock.
  await locks.query('BEGIN');
  await locks.query('LOCK TABLE orders IN SHARE MODE');
  const answers = charged.map(confirm);
  await until(() => waitingFor('orders'));
  expect((await audit(client, organizationId)).lost).toHaveLength(charged.length);
  // Prepared; the charge waits for a lock.
  await locks.query('LOCK TABLE sandbox_charges');
  answers.push(...prepared.map(confirm));
  await until(() => waitingFor('sandbox_charges'));

  await kill();
  expect(new Set(await Promise.all(answers))).toEqual(new Set([kill === killServer ? 0 : 503]));
  for (const socket of sockets) socket.destroy();
  // Statements of the killed server must not continue when the locks are released.
  if (kill === killServer) await locks.query(END_WAITING);
  await killServer();
  await start();
  await locks.end().catch(() => {});

  const { sold, open: untouched } = await expectWhole(sales);
  expect([sold, untouched]).toEqual([[...unread, ...charged], prepared]);
  // A retry with the same key gets the lost response.
  for (const sale of unread) {
    const again = await send(confirmCheckout, confirmation(sale), sale.key);
    expect(again).toMatchObject({ id: sale.id, status: 'confirmed' });
  }
  expect(await Promise.all(prepared.map(confirm))).toEqual([200, 200, 200]);
  expect((await expectWhole(sales)).open).toEqual([]);
}

test('a server killed at each boundary of a confirmation leaves no half sale', () =>
  killAtEachBoundary(killServer));

test(
  'a database killed at each boundary of a confirmation leaves no half sale',
  { tags: 'soak' },
  () => killAtEachBoundary(killDatabase),
);

/** Sends a confirmation without reading the response. */
function confirmUnread(sale: Sale): Socket {
  const { params, body } = confirmation(sale);
  const text = JSON.stringify(body);
  const socket = connect(product.port, '127.0.0.1').on('error', () => {});
  socket.pause();
  socket.write(
    [
      `POST /v1/checkouts/custom/client/${params.client_secret}/confirm HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `Idempotency-Key: ${sale.key}`,
      '',
      text,
    ].join('\r\n'),
  );
  return socket;
}
