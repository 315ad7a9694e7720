import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a receiver got. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  url: string;
  /** All requests, in the order in which they were complete. */
  received: Received[];
  /** Ends it before the test does. */
  stop(): void;
}

/** What a receiver does with a request. */
export type Answer = (request: Received, response: ServerResponse) => void;

const accept: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
};

/** A server for webhooks on a free port of this computer, until the test ends; it takes everything unless told else. */
export async function startReceiver(answer: Answer = accept): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    received.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, stop };
}

async function read(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    path: incoming.url ?? '',
    headers: incoming.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
