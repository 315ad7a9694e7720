import type { IncomingMessage } from 'node:http';
import { maxBodyBytes } from '@/lib/api/request';
import {
  badRequest,
  methodNotAllowed,
  notFound,
  type Refusal,
  tooLarge,
} from '@/lib/server/refusal';
import { type OperationRoute, type RouteTable, segmentsOf } from '@/lib/server/routes';

const CONTENT = /^\/+(?:avatars|downloads|media)\//;
const PAGE_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** The decision about a request before Next handles it. */
export interface GateDecision<Route> {
  /** Whether the path belongs to the API. */
  readonly api: boolean;
  /** Whether the path serves files (uploads, avatars) and no page. */
  readonly content?: boolean;
  /** The operation of the path and method; undefined for pages. */
  readonly route?: Route | undefined;
  /** Answered by the server itself: a refusal, or a CORS preflight. */
  readonly refusal?: Refusal;
  readonly preflight?: boolean;
}

/** Decides about a request: only what a route of the API or a page can answer passes. */
export function gate<Route extends OperationRoute>(
  request: IncomingMessage,
  routes: RouteTable<Route>,
  maxUploadBytes: number,
): GateDecision<Route> {
  const { method = '', url = '' } = request;
  const [rawPath = '', ...rest] = url.split('?');
  // Not decoded, as Next matches them.
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
  // Next's image optimizer, which nothing uses, decodes any picture that a URL names.
  if (/^\/+_next\/+image/i.test(path)) return refuse(notFound);
  if (api) {
    // Next would redirect a path with an empty segment.
    if (rawPath.includes('//')) return refuse(notFound);
    const pathRoutes = routes.find(segments);
    if (!pathRoutes) return refuse(notFound);
    if (method === 'OPTIONS') return { api, preflight: true };
    if (!pathRoutes.methods.has(method)) return refuse(methodNotAllowed(pathRoutes.methods));
    route = pathRoutes.routes.get(method);
  }
  // A part of a file is streamed to the disk; every other body is read into memory.
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
