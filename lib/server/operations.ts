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
import { folderOf, type Offered, parametersOf } from '@/lib/server/routes';

/** An operation with the handler that answers it. */
export interface Operation extends Offered {
  readonly handler: RouteHandler;
}

/** The operation with its handler, from the route file that Next would choose in the project's folder. */
export async function loadOperation<O extends Offered>(
  offered: O,
  project: string,
): Promise<O & Operation> {
  const folder = folderOf(offered);
  const file = path.resolve(project, modules.folder, folder, `route${modules.extension}`);
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<
    string,
    RouteHandler | undefined
  >;
  const handler = module[offered.method];
  if (!handler) throw new Error(`${file} exports no ${offered.method}`);
  return { ...offered, handler };
}

/** Calls the handler of an operation as Next would. */
export async function call(
  operation: Operation,
  request: Request,
  abandoned = () => request.signal,
): Promise<Response> {
  const params = parametersOf(operation, new URL(request.url).pathname);
  return operation.handler(request, { params: Promise.resolve(params), abandoned });
}

/**
 * Answers a request by its operation, without Next: that is the larger part of what a request to the
 * API would cost (docs/performance.md). Throws where the handler does.
 */
export async function serveOperation(
  operation: Operation,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<void> {
  const answer = await call(operation, requestOf(request, origin), () => goneBefore(response));
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    // The only header that may not be joined with another of its name.
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  response.appendHeader('Vary', 'Accept-Encoding');
  await send(answer, request, response);
}

/** Aborted when the client goes away before it is answered. Few requests ask, and a signal costs time. */
function goneBefore(response: ServerResponse): AbortSignal {
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

/** The body as it comes in. It is not begun unless it is read, and may be left half read. */
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

/** Less than this is not worth compressing. */
const SHORT = 1024;
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
  const isCompressed = length >= SHORT && takesGzip(request);
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
  // Who made a stream tells what went wrong in it; a reader may go away at any time.
  const sent = isCompressed ? pipeline(rows, createGzip(), response) : pipeline(rows, response);
  await sent.catch(() => response.destroy());
}

/** A client that takes a long answer slowly is seen to take it, piece by piece. */
const PIECE = 64 * 1024;

async function sendBytes(bytes: Uint8Array, response: ServerResponse): Promise<void> {
  if (bytes.length <= PIECE) {
    response.end(bytes);
    return;
  }
  // A reader may go away at any time.
  await pipeline(Readable.from(pieces(bytes)), response).catch(() => response.destroy());
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function takesGzip({ headers }: IncomingMessage): boolean {
  const accepted = String(headers['accept-encoding'] ?? '');
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
}
