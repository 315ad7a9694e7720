import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import next from 'next';
import { CLOCK_OUTAGE } from '@/lib/database/connection/clock-check';
import { clientAddress } from '@/lib/runtime/client-address';
import { isClockWrong } from '@/lib/runtime/clock';
import { env, publicUrl } from '@/lib/runtime/env';
import { requestIdFrom } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';
import { listAssets } from '@/lib/server/assets';
import { followConnections } from '@/lib/server/draining';
import { type Gate, type GateDecision, gate } from '@/lib/server/gate';
import {
  API_POLICY,
  CONTENT_POLICY,
  pagePolicy,
  sendPreflight,
  setHeaders,
} from '@/lib/server/headers';
import { listen } from '@/lib/server/listen';
import { type LoadedOperation, loadOperation, serveOperation } from '@/lib/server/operations';
import { type Page, PLAIN_PAGE, type PreparePage } from '@/lib/server/page';
import { type Refusal, sendRefusal, serverFault, unavailable } from '@/lib/server/refusal';
import { requestLimits } from '@/lib/server/request-limits';
import { type OperationRoute, routeTable } from '@/lib/server/routes';
import { answerSocketErrors } from '@/lib/server/socket-errors';
import { closeStalledConnections, STALLED_LIMIT_MS } from '@/lib/server/stalled-connections';
import { sendUnavailablePage } from '@/lib/server/unavailable-page';

/** The options of {@link createServer}. */
export interface ServerOptions {
  readonly port: number;
  readonly host: string;
  readonly dir: string;
  /** The operations of the API. */
  readonly operations: readonly OperationRoute[];
  readonly preparePage: PreparePage;
  /** The maximum length of a part of a file, in bytes. */
  readonly maxUploadBytes: number;
  /** Compiles pages and routes on demand. */
  readonly development?: boolean;
}

/** A running server. */
export interface RunningServer {
  readonly url: string;
  /** Accepts no new connections, answers what arrives on the open ones, and ends. */
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What is known of a request beside its message. */
interface RequestInfo extends Page {
  /** The client's address. */
  readonly address: string;
  /** Whether the client waits for `100 Continue`. */
  readonly asked: boolean;
}

const FINISH_MS = 10_000;
/** How long the rest of a refused body is read before the connection is closed. */
const REFUSED_BODY_MS = 5000;
/** Served beside the operations. */
const DOCUMENT = { method: 'GET', path: '/v1/openapi.json' };

/** Starts the product's own HTTP server, with Next behind it. */
export async function createServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host, dir, operations, development = false } = options;
  const server = http.createServer({
    headersTimeout: 20_000,
    // Enough for a part of a file (10 MiB) at 300 kbit/s.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  // Next handles upgrade requests of the server that it is given, and answers none of them in production.
  // There it is given one that never listens, and a request for an upgrade is an ordinary one.
  const httpServer = development ? server : http.createServer();
  const app = next({ dev: development, dir, hostname: host, port, httpServer });
  await app.prepare();
  // In development Next compiles the routes of the API as well.
  const routed = [...operations, DOCUMENT];
  const routes = routeTable<OperationRoute | LoadedOperation>(
    development ? routed : await Promise.all(routed.map((one) => loadOperation(one, dir))),
  );
  const connections = followConnections(server);
  const assets = development ? null : listAssets(dir);
  const answer = handler({ routes, assets }, app.getRequestHandler() as Handler, options);
  const handle: typeof answer = (request, response, asked) => {
    if (connections.admit(response)) answer(request, response, asked);
  };
  server.on('request', handle);
  // Clients that send `Expect: 100-continue` are refused before they send the body.
  server.on('checkContinue', (request, response) => handle(request, response, true));
  server.on('checkExpectation', (request, response) => handle(request, response));
  answerSocketErrors(server);
  closeStalledConnections(server, STALLED_LIMIT_MS);
  await listen(server, port, host);
  return {
    url: publicUrl(),
    close: async () => {
      // In development an open page keeps a socket open.
      await connections.stop(development ? 500 : FINISH_MS);
      await app.close();
    },
  };
}

function handler(
  passing: Pick<Gate<OperationRoute | LoadedOperation>, 'routes' | 'assets'>,
  nextHandler: Handler,
  { preparePage, maxUploadBytes, development = false }: ServerOptions,
) {
  const origin = new URL(publicUrl());
  const { TRUST_PROXY } = env();
  const limits = requestLimits();

  /** Set here for every response: Next keeps a header that is set already. */
  const policyOf = (
    { api, content }: GateDecision<unknown>,
    { embedOrigin, sources }: Pick<Page, 'embedOrigin' | 'sources'>,
  ): string => {
    if (api) return API_POLICY;
    if (content) return CONTENT_POLICY;
    const nonce = randomBytes(16).toString('base64');
    return pagePolicy(nonce, origin.origin, { development, embedOrigin, sources });
  };

  const serve = (
    request: IncomingMessage,
    response: ServerResponse,
    decision: GateDecision<OperationRoute | LoadedOperation>,
    { address, asked, headers, embedOrigin, sources, outage }: RequestInfo,
  ): void => {
    const { api, route, refusal, preflight } = decision;
    const requestId = requestIdFrom(request.headers['x-request-id']?.toString());
    const policy = policyOf(decision, { embedOrigin, sources });
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
      limitBodyTime(request);
    } else if (preflight) {
      sendPreflight(response);
    } else if (outage) {
      sendUnavailablePage(request, response, outage, requestId);
      limitBodyTime(request);
    } else {
      if (asked) response.writeContinue();
      replaceHeaders(request, {
        'x-request-id': requestId,
        'x-client-ip': address,
        // Next reads the nonce for its scripts from this header.
        'content-security-policy': policy,
        // The product has one origin, whatever the Host header says.
        host: origin.host,
        'x-forwarded-host': origin.host,
        'x-forwarded-proto': origin.protocol.slice(0, -1),
      });
      const served =
        route && 'handler' in route
          ? serveOperation(route, request, response, origin.origin).finally(() =>
              limitBodyTime(request),
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
    const decision = gate(request, { ...passing, maxUploadBytes });
    const address = clientAddress(request, TRUST_PROXY);
    const over = decision.preflight
      ? undefined
      : await limits.admit(request, response, { ...decision, address });
    const refusal = over ?? decision.refusal ?? refuseWrites(request);
    const page = decision.api || refusal ? PLAIN_PAGE : await preparePage(request);
    const answered = refusal ? { ...decision, refusal } : decision;
    serve(request, response, answered, { address, asked, ...page });
  };

  return (request: IncomingMessage, response: ServerResponse, asked = false): void => {
    receive(request, response, asked).catch((error) => {
      log.error({ err: error }, 'unexpected fault of the server');
      response.destroy();
    });
  };
}

/** While the clock of this computer is wrong nothing is written, lest it gets a wrong time. */
function refuseWrites({ method = '' }: IncomingMessage): Refusal | undefined {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return !isRead && isClockWrong() ? unavailable(CLOCK_OUTAGE) : undefined;
}

function replaceHeaders(request: IncomingMessage, headers: Record<string, string>): void {
  Object.assign(request.headers, headers);
}

/** Lets a refused client finish sending its body within a time, so that it reads the response. */
function limitBodyTime(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), REFUSED_BODY_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
