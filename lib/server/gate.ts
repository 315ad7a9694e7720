import type { IncomingMessage } from 'node:http';
import { maxBodyBytes } from '@/lib/api/request';
import {
  badRequest,
  methodNotAllowed,
  notFound,
  type Refusal,
  tooLarge,
} from '@/lib/server/refusal';
import { type Offered, type RouteTable, segmentsOf } from '@/lib/server/routes';

const CONTENT = /^\/+(?:avatars|downloads|media)\//;
const PAGE_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** What the server makes of a request before Next sees it. */
export interface Passage<Route> {
  /** Whether the path belongs to the API. */
  readonly api: boolean;
  /** Whether bytes are there that were uploaded or drawn, and no page. */
  readonly content?: boolean;
  /** The operation that is asked for, where it is one. */
  readonly route?: Route | undefined;
  /** Answered by the server itself: refused, or the question that a browser asks first (CORS). */
  readonly refusal?: Refusal;
  readonly preflight?: boolean;
}

/** Decides what happens to a request; on goes only what is routed as the API promises. */
export function gate<Route extends Offered>(
  request: IncomingMessage,
  routes: RouteTable<Route>,
  maxUploadBytes: number,
): Passage<Route> {
  const { method = '', url = '' } = request;
  const [rawPath = '', ...rest] = url.split('?');
  // Segments as they were sent, for that is how Next compares them.
  const segments = segmentsOf(rawPath);
  const path = decode(rawPath);
  const api = /^\/v1(\/|$)/.test(path ?? rawPath);
  const refuse = (refusal: Refusal) => ({ api, refusal });
  let route: Route | undefined;

  if (!PAGE_METHODS.includes(method)) {
    const methods = api ? routes.find(segments)?.methods : null;
    return refuse(methodNotAllowed(methods ?? ['GET', 'HEAD']));
  }
  if (!/^\/[!-~]*$/.test(url) || rawPath.includes('\\'))
    return refuse(badRequest('The address is malformed.'));
  if (path === null || decode(rest.join('?').replaceAll('+', ' ')) === null) {
    return refuse(badRequest('The address has a malformed percent escape.'));
  }
  if (segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    return refuse(badRequest('The address has a dot segment.'));
  }
  // Next's picture optimizer, which nothing uses, decodes whatever picture an address names.
  if (/^\/+_next\/+image/i.test(path)) return refuse(notFound);
  if (api) {
    // Next would redirect a path with an empty segment to one without.
    if (rawPath.includes('//')) return refuse(notFound);
    const offer = routes.find(segments);
    if (!offer) return refuse(notFound);
    if (method === 'OPTIONS') return { api, preflight: true };
    if (!offer.methods.has(method)) return refuse(methodNotAllowed(offer.methods));
    route = offer.routes.get(method);
  }
  // A part of a file streams to the disk; every other body is held in memory.
  const limit = segments[0] === 'uploads' ? maxUploadBytes : maxBodyBytes(route ?? {});
  const length = Number(request.headers['content-length'] ?? 0);
  return length > limit ? refuse(tooLarge(limit)) : { api, content: CONTENT.test(path), route };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
