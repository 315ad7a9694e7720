import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { codeOf } from '@/lib/runtime/operator-error';
import { badRequest, methodNotAllowed, type Refusal, refusalBody } from '@/lib/server/refusal';

/** Answers what never becomes a request, such as malformed HTTP, in the API's shape. */
export function answerSocketErrors(server: Server): void {
  server.on('clientError', (error, socket) => {
    if (codeOf(error) === 'ECONNRESET' || !socket.writable) return socket.destroy();
    endWithRefusal(socket, refusalOf(codeOf(error)));
  });
  server.on('connect', (_request, socket) =>
    endWithRefusal(socket, methodNotAllowed(['GET', 'HEAD'])),
  );
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return {
      status: 431,
      error: 'RequestHeaderFieldsTooLarge',
      detail: 'The address and the headers together are larger than 16 KiB.',
    };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, error: 'RequestTimeout', detail: 'The request took too long to arrive.' };
  }
  return badRequest('The request is not well-formed HTTP.');
}

function endWithRefusal(socket: Duplex, refusal: Refusal): void {
  const requestId = randomUUID();
  const body = refusalBody(refusal, requestId);
  const headers = {
    ...refusal.headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.end([status, ...lines, '', body].join('\r\n'));
}
