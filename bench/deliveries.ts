// Deliveries of webhooks, beside a bare loop that signs and posts the same bodies; for bench:events.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { cpuClock } from '@/bench/in-process';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { numberWaiting, recordAll } from '@/lib/resources/events/service';
import { createProduct, getProduct } from '@/lib/resources/products/contract';
import { startDeliveries } from '@/lib/resources/webhook-deliveries/jobs';
import { createWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';
import { switchOff } from '@/lib/resources/webhook-endpoints/service';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { fixed } from '@/testing/shop';

/** As many as an endpoint gets at once. */
const SIDE_BY_SIDE = 4;
const SECRET = 'a secret for benchmarks, long enough';
const POLL_MS = 20;

/** Of deliveries to some endpoints. */
export interface Delivered {
  /** A second. */
  rate: number;
  /** Processor time of one, of this process and of the database, ms; the receiver's is not in it. */
  cpuMs: number;
}

/** A receiver in a process of its own, which takes everything at once, but `/hang`, which it never answers. */
export async function startReceiver(): Promise<{ url: string; stop(): void }> {
  const program = `const { createServer } = require('node:http');
    const server = createServer((request, response) => {
      request.resume().on('end', () => { if (request.url !== '/hang') response.end('ok'); });
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child: ChildProcess = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = child.stdout ? await once(child.stdout, 'data') : [];
  return { url: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}

export interface Target {
  /** Paths at the receiver, an endpoint for each. */
  paths: readonly string[];
  /** Those endpoints alone are measured whose path begins with this. */
  measured: string;
  /** The others are known to fail already. */
  isKnown?: boolean;
  events: number;
}

/** Delivers so many events of different objects to endpoints of a new seller, and waits until all measured ones are. */
export async function deliver(
  receiver: string,
  postmaster: number,
  { paths, measured, events, isKnown = false }: Target,
): Promise<Delivered> {
  const seller = await makeSeller();
  const endpoints: string[] = [];
  for (const path of paths) {
    const body = { url: `${receiver}${path}`, events: ['*' as const], secret: SECRET };
    const { id } = await callApi(createWebhookEndpoint, { body }, { as: seller });
    if (path.startsWith(measured)) endpoints.push(id);
    else if (isKnown) await knowToFail(id);
  }
  await recordEvents(seller, events);
  const total = events * endpoints.length;
  const cpu = cpuClock(postmaster);
  const begun = performance.now();
  const runner = startDeliveries(() => new Date(), switchOff);
  while (await hasPending(endpoints)) await sleep(POLL_MS);
  const seconds = (performance.now() - begun) / 1000;
  const used = cpu();
  await runner.stop();
  // What a receiver that hangs has not answered is nobody's business any more.
  await db(null).webhookEndpoint.deleteMany({ where: { organizationId: seller.organizationId } });
  return { rate: total / seconds, cpuMs: used / total };
}

async function knowToFail(endpointId: string): Promise<void> {
  const data = { failingSince: new Date() };
  await db(null).webhookEndpointHealth.update({ where: { endpointId }, data });
}

/** Answered by the index of what is pending, so that it costs nothing beside what it waits for. */
async function hasPending(endpointIds: readonly string[]): Promise<boolean> {
  const rows = await execute(
    null,
    sql`SELECT d.id FROM webhook_deliveries d
        WHERE d.endpoint_id = ANY(${[...endpointIds]}::uuid[]) AND d.status = 'pending' LIMIT 1`,
    { prepared: true },
  );
  return rows.length > 0;
}

/** Events of different objects, each with the data of a product. */
async function recordEvents(seller: Seller, count: number): Promise<void> {
  const { organizationId } = seller;
  const snapshot = await someProduct(seller);
  await transaction(systemScope(organizationId), (scope) =>
    recordAll(
      scope,
      Array.from({ length: count }, () => ({
        kind: 'product.updated' as const,
        organizationId,
        snapshot: { ...snapshot, id: newId() },
      })),
    ),
  );
  await numberWaiting();
}

async function someProduct(as: Seller) {
  const body = { name: 'Quill', prices: fixed(500) };
  const { id } = await callApi(createProduct, { body }, { as });
  return callApi(getProduct, { params: { id } }, { as });
}

/** The same by a loop without a product or a database. */
export async function deliverBare(
  receiver: string,
  postmaster: number,
  count: number,
): Promise<Delivered> {
  const seller = await makeSeller();
  const snapshot = await someProduct(seller);
  const cpu = cpuClock(postmaster);
  const begun = performance.now();
  let left = count;
  const loop = async () => {
    for (; left > 0; left -= 1) {
      const [id, at] = [newId(), new Date()];
      const data = { ...snapshot, id };
      const body = JSON.stringify({ type: 'product.updated', timestamp: at.toISOString(), data });
      const signature = new Webhook(SECRET, { format: 'raw' }).sign(id, at, body);
      await post(`${receiver}/bare`, body, {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signature,
      });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, loop));
  const seconds = (performance.now() - begun) / 1000;
  return { rate: count / seconds, cpuMs: cpu() / count };
}

function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      agent: false as const,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    };
    const outgoing = request(url, options, (response) => response.resume().on('end', resolve));
    outgoing.on('error', reject).end(body);
  });
}
