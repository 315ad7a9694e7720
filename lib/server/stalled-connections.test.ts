import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeStalledConnections } from '@/lib/server/stalled-connections';

const LIMIT_MS = 300;
const BETWEEN_PAUSES = 8 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024);

let server: http.Server;
// The limit is on a clock of its own, the connections are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** A server whose answer never ends, and what becomes of that answer. */
async function serveEndlessly() {
  server = http.createServer();
  const ended = new Promise<'given up'>((resolve) => {
    server.on('request', (_, response) => {
      const chunks = Readable.from(endless());
      pipeline(chunks, response).catch(() => resolve('given up'));
    });
  });
  closeStalledConnections(server, LIMIT_MS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, ended };
}

function* endless(): Generator<Buffer> {
  for (;;) yield CHUNK;
}

/** Lets the time go on until something has happened. */
async function advanceUntil<T>(happened: Promise<T>, each = () => {}): Promise<T> {
  let isOver = false;
  void happened.then(() => {
    isOver = true;
  });
  while (!isOver) {
    each();
    vi.advanceTimersByTime(LIMIT_MS / 10);
    await nextRound();
  }
  return happened;
}

it('a client that reads nothing is cut, and what it asked for is given up', async () => {
  const { socket, ended } = await serveEndlessly();
  socket.pause();
  expect(await advanceUntil(ended)).toBe('given up');
});

it('a client that reads nothing is cut even while it goes on sending', async () => {
  const { socket, ended } = await serveEndlessly();
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nEndless: ');
  expect(await advanceUntil(ended, () => socket.write('x'))).toBe('given up');
});

it('a client that reads with pauses is not cut', { tags: 'soak' }, async () => {
  const { socket, ended } = await serveEndlessly();
  let isCut = false;
  void ended.then(() => {
    isCut = true;
  });
  // Between its pauses it takes more than the system holds back for it.
  let pauses = 0;
  let taken = 0;
  for await (const chunk of socket) {
    taken += chunk.length;
    if (taken < BETWEEN_PAUSES) continue;
    taken = 0;
    pauses += 1;
    if (pauses > 20) break;
    vi.advanceTimersByTime(LIMIT_MS / 5);
  }
  expect(isCut).toBe(false);
});
