import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { freePort } from '@/lib/database/embedded/postmaster';
import { OperatorError } from '@/lib/runtime/operator-error';
import { listen, requireFreePort } from '@/lib/server/listen';

const HOST = '127.0.0.1';

/** Connects again and again, on a thread of its own, until it is told to end; answers with how the attempts ended. */
const CLIENT = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const outcomes = new Set();
  let isEnding = false;
  parentPort.once('message', () => { isEnding = true; });
  const attempt = () => {
    if (isEnding) return parentPort.postMessage([...outcomes]);
    const socket = connect(workerData);
    socket.once('connect', () => { outcomes.add('connected'); socket.destroy(); });
    socket.once('error', ({ code }) => outcomes.add(code));
    socket.once('close', () => setImmediate(attempt));
  };
  attempt();
  parentPort.postMessage('began');
`;

describe('the check for a free port', () => {
  it('accepts no client of the port, and leaves it free', { tags: 'soak' }, async () => {
    const port = await freePort();
    const client = new Worker(CLIENT, { eval: true, workerData: { port, host: HOST } });
    await once(client, 'message');
    for (let nth = 0; nth < 1000; nth += 1) await requireFreePort(port, HOST);
    client.postMessage('end');
    expect(await once(client, 'message')).toEqual([['ECONNREFUSED']]);
    await client.terminate();
    const server = createServer();
    await listen(server, port, HOST);
    server.close();
  });

  it('refuses a port where something listens, and an address that the computer does not have', async () => {
    const server = createServer();
    await listen(server, 0, HOST);
    const address = server.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    await expect(requireFreePort(port, HOST)).rejects.toThrow(`Port ${port} is in use`);
    await expect(requireFreePort(port, '0.0.0.0')).rejects.toThrow(OperatorError);
    server.close();
    await once(server, 'close');
    await expect(requireFreePort(port, '192.0.2.1')).rejects.toThrow('set HOST to one that it has');
  });
});
