import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '@/lib/database/embedded/postmaster';
import { codeOf } from '@/lib/runtime/operator-error';
import { type Product, type SharedDatabase, startSharedDatabase } from '@/testing/product';

// Signals, and what they do to requests.

vi.setConfig({ testTimeout: 15 * 60_000 });

const REQUESTS = 20_000;
/** How many requests are answered between two stops. */
const BETWEEN = 400;
const CLIENTS = 20;

let shared: SharedDatabase;
beforeAll(async () => {
  shared = await startSharedDatabase();
});
afterAll(() => shared?.stop());

const start = (more: Record<string, string> = {}) => shared.start(more);

interface Answer {
  status: number;
  connection: string | undefined;
}

function ask({ port }: Pick<Product, 'port'>, agent: http.Agent): Promise<Answer> {
  const headers = { authorization: `Bearer ${shared.token}` };
  const options = { port, host: '127.0.0.1', path: '/v1/me', headers, agent };
  return new Promise((resolve, reject) => {
    const request = http.get(options, (response) => {
      const { statusCode: status = 0, headers } = response;
      response.resume().once('error', reject);
      response.once('end', () => resolve({ status, connection: headers.connection }));
    });
    request.once('error', reject);
  });
}

const keptAlive = () => new http.Agent({ keepAlive: true, maxSockets: 1 });

describe('a stop', () => {
  test(`resets none of ${CLIENTS} connections in use, in ${REQUESTS} requests`, async () => {
    let product = await start();
    const { port } = product;
    const outcomes: Record<string, number> = {};
    const note = (outcome: string) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    let answered = 0;
    const use = async () => {
      const agent = keptAlive();
      while (answered < REQUESTS) {
        try {
          note(String((await ask({ port }, agent)).status));
          answered += 1;
        } catch (error) {
          const code = codeOf(error) ?? String(error);
          // Nothing listens while the product starts again.
          if (code === 'ECONNREFUSED') await sleep(20);
          else note(code);
        }
      }
      agent.destroy();
    };
    const clients = Array.from({ length: CLIENTS }, use);
    for (let stopAt = BETWEEN; stopAt < REQUESTS; stopAt += BETWEEN) {
      while (answered < stopAt) await sleep(5);
      product.run.signal('SIGTERM');
      await product.run.ended;
      product = await start({ PORT: String(port) });
    }
    await Promise.all(clients);
    await product.run.stop();
    // On a busy computer the first requests of a new node can wait too long for their connections to the database.
    const { 503: refused = 0, ...others } = outcomes;
    expect(others, `${refused} were refused`).toEqual({ '200': expect.any(Number) });
    expect(refused).toBeLessThan(CLIENTS);
  });

  test('answers on a connection that was idle with `Connection: close`, and then ends', async () => {
    const product = await start();
    const agent = keptAlive();
    expect(await ask(product, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    product.run.signal('SIGTERM');
    await product.run.until('Stopping…');
    // The first tick after the signal no longer accepts connections.
    await sleep(50);
    expect(await ask(product, agent)).toEqual({ status: 200, connection: 'close' });
    await product.run.ended;
    agent.destroy();
  });
});

describe('SIGHUP', () => {
  /** Without npm, which ends with it. */
  const spawnCommand = async (command: string, ready: string) => {
    const { PATH, HOME } = process.env;
    const PORT = String(await freePort());
    const child: ChildProcess = spawn(process.execPath, ['scripts/run.mjs', command], {
      env: { PATH, HOME, NODE_ENV: 'production', ...shared.settings, PORT },
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    while (!output.includes(ready)) await sleep(20);
    return { child, PORT, printed: () => output };
  };

  test.each([
    ['start', 'Tilldesk is ready'],
    ['worker', 'The worker runs'],
  ])('does not end `npm run %s`', async (command, ready) => {
    const { child, PORT, printed } = await spawnCommand(command, ready);
    for (let nth = 0; nth < 2; nth += 1) {
      child.kill('SIGHUP');
      await sleep(1100);
    }
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    if (command === 'start') {
      expect(printed()).toContain(`Listens  127.0.0.1:${PORT}`);
      expect((await fetch(`http://127.0.0.1:${PORT}/v1/openapi.json`)).status).toBe(200);
    }
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});
