import type { ServerResponse } from 'node:http';
import type { Page } from '@/lib/server/page';

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Any origin may call the API with a bearer token (docs/contract/conventions.md#other-origins). */
export const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, X-Request-Id, Idempotency-Replayed, Retry-After, RateLimit, RateLimit-Policy',
};

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id',
  'Access-Control-Max-Age': '600',
};

export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For uploaded and drawn files: opened as a document, they run and load nothing. */
export const CONTENT_POLICY = "default-src 'none'; sandbox";

/**
 * The content security policy of a page whose scripts have this nonce. Only a page with an `embedOrigin` may
 * be framed, by that origin; `sources` are allowed beside its own.
 */
export function pagePolicy(
  nonce: string,
  publicUrl: string,
  {
    development,
    embedOrigin,
    sources,
  }: Pick<Page, 'embedOrigin' | 'sources'> & { development: boolean },
): string {
  const directives = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'${development ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    // Avatars and media have URLs of the public origin, by whatever host the page was opened.
    'img-src': `'self' data: blob: ${publicUrl}`,
    'font-src': "'self' data:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  };
  const added = Object.entries(sources).map(([name, more]) => [
    name,
    [directives[name as keyof typeof directives] ?? "'self'", ...more].join(' '),
  ]);
  const ancestors = { 'frame-ancestors': embedOrigin ?? "'none'" };
  return Object.entries({ ...directives, ...Object.fromEntries(added), ...ancestors })
    .map(([name, allowed]) => `${name} ${allowed}`)
    .join('; ');
}

/** Sets the headers of every response; Next and the kernel keep headers that are set already. */
export function setHeaders(
  response: ServerResponse,
  given: {
    requestId: string;
    api: boolean;
    policy: string;
    https: boolean;
    /** Whether the policy allows frames: `X-Frame-Options` cannot name an origin, so it is left out. */
    framed: boolean;
    more: Readonly<Record<string, string>>;
  },
): void {
  const headers: Record<string, string> = {
    ...COMMON,
    ...given.more,
    'X-Request-Id': given.requestId,
    'Content-Security-Policy': given.policy,
    ...(given.https ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
    ...(given.api ? CROSS_ORIGIN : {}),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (given.framed) response.removeHeader('X-Frame-Options');
}

/** Answers a CORS preflight. */
export function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, PREFLIGHT);
  response.end();
}
