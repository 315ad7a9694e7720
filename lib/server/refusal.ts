import type { ServerResponse } from 'node:http';
import { bodyTooLarge } from '@/lib/api/request';
import type { Outage } from '@/lib/database/connection/errors';

/** An error response of the server itself, in the API's shape. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const badRequest = (detail: string): Refusal => ({
  status: 400,
  error: 'BadRequest',
  detail,
});

export const notFound: Refusal = {
  status: 404,
  error: 'ResourceNotFound',
  detail: 'Nothing exists at this path.',
};

export const tooLarge = (limit: number): Refusal => ({
  status: 413,
  error: 'PayloadTooLarge',
  detail: bodyTooLarge(limit),
});

export const tooManyRequests = (detail: string, seconds: number): Refusal => ({
  status: 429,
  error: 'TooManyRequests',
  detail,
  headers: { 'Retry-After': String(seconds) },
});

/** 503 of a known outage. */
export const unavailable = ({ detail, retryAfter }: Outage): Refusal => ({
  status: 503,
  error: 'ServiceUnavailable',
  detail,
  headers: { 'Retry-After': String(retryAfter) },
});

export const serverFault: Refusal = {
  status: 500,
  error: 'InternalServerError',
  detail: 'Something went wrong on our end.',
};

/** 405 with the methods of the path. */
export function methodNotAllowed(allowed: Iterable<string>): Refusal {
  return {
    status: 405,
    error: 'MethodNotAllowed',
    detail: "This path doesn't support this method. The Allow header lists those it does.",
    headers: { Allow: [...allowed].sort().join(', ') },
  };
}

/** The body of a refusal. */
export function refusalBody({ error, detail }: Refusal, requestId: string): string {
  return JSON.stringify({ error, detail, request_id: requestId });
}

/** Sends a refusal on a response whose other headers are set already. */
export function sendRefusal(response: ServerResponse, refusal: Refusal, requestId: string): void {
  const body = refusalBody(refusal, requestId);
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
