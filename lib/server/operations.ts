import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { RouteHandler } from '@/lib/api/implement';
import { modules } from '@/lib/runtime/installation/compile';
import { folderOf, type OperationRoute, parametersOf } from '@/lib/server/routes';

/** An operation with the handler that answers it. */
export interface LoadedOperation extends OperationRoute {
  readonly handler: RouteHandler;
}

/** The operation with its handler, from the route file that Next would choose in the project's folder. */
export async function loadOperation<O extends OperationRoute>(
  operation: O,
  project: string,
): Promise<O & LoadedOperation> {
  const folder = folderOf(operation);
  const file = path.resolve(project, modules.folder, folder, `route${modules.extension}`);
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<
    string,
    RouteHandler | undefined
  >;
  const handler = module[operation.method];
  if (!handler) throw new Error(`${file} exports no ${operation.method}`);
  return { ...operation, handler };
}

/** Calls the handler of an operation as Next would. */
export async function call(
  operation: LoadedOperation,
  request: Request,
  abandoned = () => request.signal,
): Promise<Response> {
  const params = parametersOf(operation, new URL(request.url).pathname);
  return operation.handler(request, { params: Promise.resolve(params), abandoned });
}

/**
 * Answers a request by its operation without Next, whose handling is the larger part of the cost of an API
 * request (docs/performance.md). Throws what the handler throws.
 */
export async function serveOperation(
  operation: LoadedOperation,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<void> {
  const answer = await call(operation, requestOf(request, origin), () =>
    clientAbortSignal(response),
  );
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    // The only header whose values may not be joined.
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  response.appendHeader('Vary', 'Accept-Encoding');
  await send(answer, request, response);
}

/**
 * A signal that aborts when the client disconnects before the response. Created on demand, since few
 * operations use it.
 */
function clientAbortSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const gone = () => response.writableFinished || controller.abort();
  if (response.destroyed) gone();
  response.once('close', gone);
  return controller.signal;
}

function requestOf(request: IncomingMessage, origin: string): Request {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(request);
  return new Request(origin + url, { method, headers, body, ...(body && { duplex: 'half' }) });
}

/** The request's body as a stream: reading starts on demand and may stop early. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array>;
  return new ReadableStream(
    {
      async pull(controller) {
        chunks ??= request.iterator({ destroyOnReturn: false });
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await chunks?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Shorter responses are not compressed. */
const MIN_COMPRESSED_BYTES = 1024;
const compress = promisify(gzip);

async function send(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { body } = answer;
  if (!body || request.method === 'HEAD') {
    await body?.cancel();
    response.end();
    return;
  }
  const length = Number(answer.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  // What is compressed of a stream of events would wait for more.
  const isLive = answer.headers.get('content-type') === 'text/event-stream';
  const isCompressed = length >= MIN_COMPRESSED_BYTES && !isLive && acceptsGzip(request);
  if (isCompressed) {
    response.removeHeader('Content-Length');
    response.setHeader('Content-Encoding', 'gzip');
  }
  if (Number.isFinite(length)) {
    const bytes = await answer.arrayBuffer();
    await sendBytes(isCompressed ? await compress(bytes) : new Uint8Array(bytes), response);
    return;
  }
  const rows = Readable.fromWeb(body as NodeWebStream);
  // Errors of the stream are logged where it is made; a client may disconnect at any time.
  const sent = isCompressed ? pipeline(rows, createGzip(), response) : pipeline(rows, response);
  await sent.catch(() => response.destroy());
}

/**
 * Long responses are written in chunks, so that {@link closeStalledConnections} sees the progress of a slow
 * client.
 */
const CHUNK_BYTES = 64 * 1024;

async function sendBytes(bytes: Uint8Array, response: ServerResponse): Promise<void> {
  if (bytes.length <= CHUNK_BYTES) {
    response.end(bytes);
    return;
  }
  // A client may disconnect at any time.
  await pipeline(Readable.from(chunksOf(bytes)), response).catch(() => response.destroy());
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = String(headers['accept-encoding'] ?? '');
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
}
