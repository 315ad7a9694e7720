import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES, maxBodyBytes } from '@/lib/api/request';
import {
  badRequest,
  methodNotAllowed,
  notFound,
  type Refusal,
  tooLarge,
} from '@/lib/server/refusal';
import { type OperationRoute, type RouteTable, segmentsOf } from '@/lib/server/routes';

/** Pictures and scripts: a page loads many, and browsers cache them. */
const AVATAR = /^\/avatars\//;
/** Scripts and styles, as Next names them. */
const ASSET = /^\/+_next(?:\/|$)/;
/** The PDF of a document (`app/invoices/[token]/pdf`). */
const PDF = /^\/+invoices\/.*[./]pdf\/*$/;
/** Where deliveries arrive, whose signature is a credential. */
const DELIVERY = /^\/webhooks\//;
/** What serves files; of advertisements all but their HTML. */
const CONTENT = /^\/+(?:avatars|downloads|media|ads(?!.*\.html$))\//;
const PAGE_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** The decision about a request before Next handles it. */
export interface GateDecision<Route> {
  /** Whether the path belongs to the API. */
  readonly api: boolean;
  /** Whether the path serves files (uploads, avatars) and no page. */
  readonly content?: boolean;
  /** Which limit a request counts for, beside that of its method: none at all, or that of PDFs too. */
  readonly limit?: 'none' | 'pdf' | undefined;
  /** The operation of the path and method; undefined for pages. */
  readonly route?: Route | undefined;
  /** Answered by the server itself: a refusal, or a CORS preflight. */
  readonly refusal?: Refusal;
  readonly preflight?: boolean;
}

/** What a gate lets through. */
export interface Gate<Route extends OperationRoute> {
  readonly routes: RouteTable<Route>;
  /** The paths of the files below `/_next/`; null for any, as development makes them on demand. */
  readonly assets: ReadonlySet<string> | null;
  /** The maximum length of a part of a file, in bytes. */
  readonly maxUploadBytes: number;
}

/** Decides about a request: only what a route of the API, a page or a file can answer passes. */
export function gate<Route extends OperationRoute>(
  request: IncomingMessage,
  { routes, assets, maxUploadBytes }: Gate<Route>,
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
  // Next would render a page for a file that does not exist.
  const isAsset = ASSET.test(path);
  if (isAsset && assets && !assets.has(path)) return refuse(notFound);
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
  const memory = DELIVERY.test(path) ? MAX_BODY_BYTES : maxBodyBytes(route ?? {});
  const limit = segments[0] === 'uploads' ? maxUploadBytes : memory;
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limit) return refuse(tooLarge(limit));
  const isUncounted = isAsset || AVATAR.test(path);
  return {
    api,
    content: CONTENT.test(path),
    limit: isUncounted ? 'none' : PDF.test(path) ? 'pdf' : undefined,
    route,
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
