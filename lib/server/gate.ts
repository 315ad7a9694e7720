import type { IncomingMessage } from 'node:http';
import {
  badRequest,
  methodNotAllowed,
  notFound,
  type Refusal,
  tooLarge,
} from '@/lib/server/refusal';
import { type RouteTable, segmentsOf } from '@/lib/server/routes';

const LARGEST_BODY = 1024 * 1024;
const PAGE_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** What the server makes of a request before Next sees it. */
export interface Passage {
  /** Whether the path belongs to the API. */
  readonly api: boolean;
  /** Answered by the server itself: refused, or the question that a browser asks first (CORS). */
  readonly refusal?: Refusal;
  readonly preflight?: boolean;
}

/** Decides what happens to a request; Next gets only what it routes as the API promises. */
export function gate(request: IncomingMessage, routes: RouteTable): Passage {
  const { method = '', url = '' } = request;
  const [rawPath = '', ...rest] = url.split('?');
  const path = decode(rawPath);
  const api = isApi(path ?? rawPath);
  const refuse = (refusal: Refusal): Passage => ({ api, refusal });

  if (!PAGE_METHODS.includes(method)) return refuse(methodNotAllowed(methodsOf(api, path, routes)));
  if (!/^\/[!-~]*$/.test(url)) return refuse(badRequest('The address is malformed.'));
  if (path === null || decode(rest.join('?').replaceAll('+', ' ')) === null) {
    return refuse(badRequest('The address has a malformed percent escape.'));
  }
  if (/(^|[/\\])\.{1,2}([/\\]|$)/.test(path)) {
    return refuse(badRequest('The address has a dot segment.'));
  }
  if (api) {
    // An empty segment, also one that Next would redirect to another path.
    if (/\/\/|\\/.test(path)) return refuse(notFound);
    const methods = routes.methodsOf(rawPath === path ? segmentsOf(path) : rawSegments(rawPath));
    if (!methods) return refuse(notFound);
    if (method === 'OPTIONS') return { api, preflight: true };
    if (!methods.has(method)) return refuse(methodNotAllowed(methods));
  }
  return Number(request.headers['content-length'] ?? 0) > LARGEST_BODY
    ? refuse(tooLarge)
    : { api };
}

function isApi(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

function methodsOf(api: boolean, path: string | null, routes: RouteTable): Iterable<string> {
  if (!api) return ['GET', 'HEAD'];
  return routes.methodsOf(segmentsOf(path ?? '')) ?? ['GET', 'OPTIONS'];
}

/** The segments of a path with escapes: an escaped slash is part of a segment. */
function rawSegments(rawPath: string): string[] {
  return segmentsOf(rawPath).map((segment) => decodeURIComponent(segment));
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
