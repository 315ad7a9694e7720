import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { codeOf } from '@/lib/runtime/operator-error';
import { type Draining, followConnections } from '@/lib/server/draining';
import { isSoak } from '@/testing/soak';

interface Running extends Draining {
  readonly port: number;
  readonly server: http.Server;
}

const opened: { destroy(): void }[] = [];
const running: http.Server[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.destroy();
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(answer: RequestListener, port = 0): Promise<Running> {
  const server = http.createServer();
  const draining = followConnections(server);
  server.on('request', (request, response) => {
    if (draining.admit(response)) answer(request, response);
  });
  running.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { ...draining, server, port: (server.address() as AddressInfo).port };
}

async function connect({ port }: { port: number }): Promise<{ socket: Socket; read(): string }> {
  const socket = net.connect(port, '127.0.0.1');
  opened.push(socket);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'connect');
  return { socket, read: () => received };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const path: RequestListener = (request, response) => response.end(`[${request.url}]`);
const count = (text: string, part: string) => text.split(part).length - 1;

/** On a thread of its own, makes `all` requests at once when it is told to, and answers with what became of them. */
const CLIENT = `
  const http = require('node:http');
  const { parentPort, workerData: { port, all, connected } } = require('node:worker_threads');
  const ask = () => new Promise((resolve) => {
    const request = http.get({ port, host: '127.0.0.1', path: '/', agent: false }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)));
    });
    request.once('error', (error) => resolve(error.code));
    request.once('socket', (socket) => socket.once('connect', () => {
      Atomics.add(connected, 0, 1);
      if (Atomics.load(connected, 0) === all) Atomics.notify(connected, 0);
    }));
  });
  parentPort.once('message', async () => {
    parentPort.postMessage(await Promise.all(Array.from({ length: all }, ask)));
  });
  parentPort.postMessage('ready');
`;

describe('a server that stops', () => {
  /** In full in `npm run soak`. */
  const REQUESTS = isSoak ? 20_000 : 4000;
  const CLIENTS = 20;

  it('resets none of the connections in use', { tags: 'soak' }, async () => {
    let server = await start(path);
    const { port } = server;
    const answered = Array.from({ length: CLIENTS }, () => 0);
    const failures: Record<string, number> = {};
    const total = () => answered.reduce((sum, number) => sum + number, 0);
    const send = (agent: http.Agent) =>
      new Promise<boolean>((resolve) => {
        const request = http.get({ port, host: '127.0.0.1', path: '/', agent }, (response) => {
          response.resume().once('end', () => resolve(true));
        });
        request.once('error', (error) => {
          const code = codeOf(error) ?? error.message;
          failures[code] = (failures[code] ?? 0) + 1;
          resolve(false);
        });
      });
    const use = async (client: number) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      opened.push(agent);
      while (total() < REQUESTS) {
        if (await send(agent)) answered[client] = (answered[client] ?? 0) + 1;
      }
    };
    const clients = answered.map((_, client) => use(client));
    let stops = 0;
    for (; total() < REQUESTS; stops += 1) {
      // All clients have a connection again.
      const before = [...answered];
      const isInUse = () => answered.every((number, client) => number > (before[client] ?? 0));
      await until(() => isInUse() || total() >= REQUESTS);
      if (!isInUse()) break;
      const stopped = server.stop(10_000);
      await until(() => !server.server.listening);
      await stopped;
      server = await start(path, port);
    }
    await Promise.all(clients);
    expect(stops).toBeGreaterThan(20);
    // Nothing was sent on a connection that is refused because nothing listens.
    expect(Object.keys(failures)).toEqual(['ECONNREFUSED']);
  });

  it('answers the connections that wait to be accepted', async () => {
    const server = await start(path);
    const all = 50;
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { port: server.port, all, connected };
    const client = new Worker(CLIENT, { eval: true, workerData });
    await once(client, 'message');
    const outcomes = once(client, 'message');
    client.postMessage('connect');
    // The event loop stands still until all have connected, so that none is accepted.
    for (let count = 0; count < all; count = Atomics.load(connected, 0)) {
      Atomics.wait(connected, 0, count, 100);
    }
    await server.stop(10_000);
    expect(await outcomes).toEqual([Array(all).fill('200')]);
    await client.terminate();
  });

  it('says so in every response from then on, to requests before and after', async () => {
    const waiting: (() => void)[] = [];
    const server = await start((request, response) => {
      if (request.url === '/slow') waiting.push(() => response.end('slow'));
      else response.end('fast');
    });
    const [slow, idle] = await Promise.all([connect(server), connect(server)]);
    slow.socket.write(get('/slow'));
    idle.socket.write(get('/'));
    await until(() => waiting.length === 1 && idle.read().includes('fast'));
    expect(idle.read()).toContain('Connection: keep-alive');
    const stopped = server.stop(60_000);
    await until(() => !server.server.listening);
    idle.socket.write(get('/'));
    for (const finish of waiting) finish();
    await stopped;
    expect(slow.read()).toContain('Connection: close');
    expect([count(idle.read(), 'fast'), count(idle.read(), 'Connection: close')]).toEqual([2, 1]);
  });

  it('answers all requests that were sent at once, and closes after the last', async () => {
    const waiting: (() => void)[] = [];
    const server = await start((request, response) => {
      waiting.push(() => response.end(`[${request.url}]`));
    });
    const { socket, read } = await connect(server);
    socket.write(get('/1') + get('/2'));
    await until(() => waiting.length === 2);
    const stopped = server.stop(60_000);
    await until(() => !server.server.listening);
    socket.write(get('/3'));
    await until(() => waiting.length === 3);
    for (const finish of waiting) finish();
    await stopped;
    expect(read().match(/\[.*?\]/g)).toEqual(['[/1]', '[/2]', '[/3]']);
    expect(read().match(/Connection: .*/g)).toEqual([
      'Connection: keep-alive',
      'Connection: keep-alive',
      'Connection: close',
    ]);
  });

  it('handles no request that nobody would read the response of', async () => {
    const handled: string[] = [];
    const finish: (() => void)[] = [];
    const server = await start((request, response) => {
      handled.push(request.url ?? '');
      response.write('begun');
      finish.push(() => response.end());
    });
    const { socket, read } = await connect(server);
    const stopped = server.stop(60_000);
    await until(() => !server.server.listening);
    socket.write(get('/1'));
    await until(() => read().includes('begun'));
    socket.write(get('/2'));
    const ended = once(socket, 'end');
    await new Promise((resolve) => setImmediate(resolve));
    for (const one of finish) one();
    await Promise.all([ended, stopped]);
    expect([handled, read().includes('Connection: close')]).toEqual([['/1'], true]);
  });

  it('closes a connection that stays idle, and stops at once without one', {
    tags: 'soak',
  }, async () => {
    const server = await start(path);
    const { socket } = await connect(server);
    socket.write(get('/'));
    await once(socket, 'data');
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    await Promise.all([server.stop(60_000), once(socket, 'end')]);
    expect(errors).toEqual([]);
    const unused = await start(path);
    await unused.stop(60_000);
  });

  it('ends a response that goes on after the limit', async () => {
    const server = await start((_, response) => void response.write('begun'));
    const { socket, read } = await connect(server);
    socket.write(get('/'));
    await until(() => read().includes('begun'));
    await Promise.all([server.stop(50), once(socket, 'close')]);
  });
});
