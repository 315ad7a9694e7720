import type { IncomingMessage } from 'node:http';
import { MAX_PART_SIZE } from '@/lib/files/rules';
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
  // Segments as they were sent, for that is how Next compares them.
  const segments = segmentsOf(rawPath);
  const path = decode(rawPath);
  const api = /^\/v1(\/|$)/.test(path ?? rawPath);
  const refuse = (refusal: Refusal): Passage => ({ api, refusal });

  if (!PAGE_METHODS.includes(method)) {
    const methods = api ? routes.methodsOf(segments) : null;
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
  if (api) {
    // Next would redirect a path with an empty segment to one without.
    if (rawPath.includes('//')) return refuse(notFound);
    const methods = routes.methodsOf(segments);
    if (!methods) return refuse(notFound);
    if (method === 'OPTIONS') return { api, preflight: true };
    if (!methods.has(method)) return refuse(methodNotAllowed(methods));
  }
  // A part of a file streams to the disk; every other body is held in memory.
  const limit = segments[0] === 'uploads' ? MAX_PART_SIZE : LARGEST_BODY;
  const length = Number(request.headers['content-length'] ?? 0);
  return length > limit ? refuse(tooLarge(limit)) : { api };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
