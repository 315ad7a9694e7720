import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import next from 'next';
import { clientAddress } from '@/lib/runtime/client-address';
import { env, publicUrl } from '@/lib/runtime/env';
import { requestIdFrom } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';
import { gate, type Passage } from '@/lib/server/gate';
import {
  API_POLICY,
  CONTENT_POLICY,
  pagePolicy,
  sendPreflight,
  setHeaders,
} from '@/lib/server/headers';
import { listen } from '@/lib/server/listen';
import { loadOperation, type Operation, serveOperation } from '@/lib/server/operations';
import { type Page, PLAIN_PAGE, type PreparePage } from '@/lib/server/page';
import { sendRefusal, serverFault } from '@/lib/server/refusal';
import { requestLimits } from '@/lib/server/request-limits';
import { type Offered, type RouteTable, routeTable } from '@/lib/server/routes';
import { answerSocketErrors } from '@/lib/server/socket-errors';
import { cutStalledReaders, STALLED_READER_MS } from '@/lib/server/stalled-readers';
import { sendUnavailablePage } from '@/lib/server/unavailable-page';

/** Where to serve, and from which folder. */
export interface ServerOptions {
  readonly port: number;
  readonly host: string;
  readonly dir: string;
  /** The operations of the API. */
  readonly operations: readonly Offered[];
  readonly preparePage: PreparePage;
  /** The longest body of a part of a file. */
  readonly maxUploadBytes: number;
  /** Compiles pages and routes as they are asked for. */
  readonly development?: boolean;
}

/** A serving server. */
export interface RunningServer {
  readonly url: string;
  /** Takes no new request, finishes the running ones, and ends. */
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What a request is served by, beside itself. */
interface RequestInfo extends Page {
  /** The client's address. */
  readonly address: string;
  /** The client waits to be told to send its body. */
  readonly asked: boolean;
}

const FINISH_MS = 10_000;
/** How long the rest of a refused body may keep coming before its connection is cut. */
const REFUSED_BODY_MS = 5000;
/** Served beside the operations. */
const DOCUMENT = { method: 'GET', path: '/v1/openapi.json' };

/** Starts the product's own HTTP server, with Next behind it. */
export async function createServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host, dir, operations, development = false } = options;
  const server = http.createServer({
    headersTimeout: 20_000,
    // A part of a file (10 MiB) arrives in time over a line of 300 kbit/s.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  // Next takes the upgrades of the server it is given, and answers none of them in production: there
  // it gets one that never listens, and a request that asks for an upgrade is an ordinary one.
  const httpServer = development ? server : http.createServer();
  const app = next({ dev: development, dir, hostname: host, port, httpServer });
  await app.prepare();
  // In development Next compiles the routes of the API as well.
  const offered = [...operations, DOCUMENT];
  const routes = routeTable<Offered | Operation>(
    development ? offered : await Promise.all(offered.map((one) => loadOperation(one, dir))),
  );
  const handle = handler(routes, app.getRequestHandler() as Handler, options);
  server.on('request', handle);
  // A client that asks first is told before it sends a body that would be refused.
  server.on('checkContinue', (request, response) => handle(request, response, true));
  server.on('checkExpectation', (request, response) => handle(request, response));
  answerSocketErrors(server);
  cutStalledReaders(server, STALLED_READER_MS);
  const finish = finisher(server);
  await listen(server, port, host);
  return {
    url: publicUrl(),
    close: async () => {
      // A page in development holds a socket open for as long as it is shown.
      await finish(development ? 500 : FINISH_MS);
      await app.close();
    },
  };
}

function handler(
  routes: RouteTable<Offered | Operation>,
  nextHandler: Handler,
  { preparePage, maxUploadBytes, development = false }: ServerOptions,
) {
  const origin = new URL(publicUrl());
  const { TRUST_PROXY } = env();
  const limits = requestLimits();

  /** Chosen here for every answer: Next leaves out a header of a route that is set already. */
  const policyOf = ({ api, content }: Passage<unknown>, embedOrigin: string | null): string => {
    if (api) return API_POLICY;
    if (content) return CONTENT_POLICY;
    const nonce = randomBytes(16).toString('base64');
    return pagePolicy(nonce, origin.origin, { development, embedOrigin });
  };

  const serve = (
    request: IncomingMessage,
    response: ServerResponse,
    passage: Passage<Offered | Operation>,
    { address, asked, headers, embedOrigin, outage }: RequestInfo,
  ): void => {
    const { api, route, refusal, preflight } = passage;
    const requestId = requestIdFrom(request.headers['x-request-id']?.toString());
    const policy = policyOf(passage, embedOrigin);
    setHeaders(response, {
      requestId,
      api,
      policy,
      https: origin.protocol === 'https:',
      framed: embedOrigin !== null,
      more: headers,
    });
    if (refusal) {
      sendRefusal(response, refusal, requestId);
      cutLongBody(request);
    } else if (preflight) {
      sendPreflight(response);
    } else if (outage) {
      sendUnavailablePage(request, response, outage, requestId);
      cutLongBody(request);
    } else {
      if (asked) response.writeContinue();
      amend(request, {
        'x-request-id': requestId,
        'x-client-ip': address,
        // Next puts the nonce that it finds here on its scripts.
        'content-security-policy': policy,
        // The Host header decides nothing: the product has one address.
        host: origin.host,
        'x-forwarded-host': origin.host,
        'x-forwarded-proto': origin.protocol.slice(0, -1),
      });
      const served =
        route && 'handler' in route
          ? serveOperation(route, request, response, origin.origin).finally(() =>
              cutLongBody(request),
            )
          : nextHandler(request, response);
      served.catch((error) => {
        log.error({ err: error, requestId }, 'unexpected fault of the server');
        if (response.headersSent) response.destroy();
        else sendRefusal(response, serverFault, requestId);
      });
    }
  };

  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
    asked: boolean,
  ): Promise<void> => {
    const passage = gate(request, routes, maxUploadBytes);
    const address = clientAddress(request, TRUST_PROXY);
    const over = passage.preflight
      ? undefined
      : await limits.admit(request, response, { address, route: passage.route });
    const refusal = over ?? passage.refusal;
    const page = passage.api || refusal ? PLAIN_PAGE : await preparePage(request);
    const answered = refusal ? { ...passage, refusal } : passage;
    serve(request, response, answered, { address, asked, ...page });
  };

  return (request: IncomingMessage, response: ServerResponse, asked = false): void => {
    receive(request, response, asked).catch((error) => {
      log.error({ err: error }, 'unexpected fault of the server');
      response.destroy();
    });
  };
}

function amend(request: IncomingMessage, headers: Record<string, string>): void {
  Object.assign(request.headers, headers);
}

/** Lets a refused client send its body to the end, so that it reads the answer, but not for ever. */
function cutLongBody(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), REFUSED_BODY_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

/** Ends a server once its running requests are answered; whatever is then left is cut. */
function finisher(server: http.Server): (limitMs: number) => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return (limitMs) =>
    new Promise((resolve) => {
      const limit = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, limitMs);
      // A connection becomes idle when its answer has gone out, and would stay open for the next.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      server.close(() => {
        clearTimeout(limit);
        clearInterval(sweep);
        resolve();
      });
    });
}
