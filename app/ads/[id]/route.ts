import { createHash } from 'node:crypto';
import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { notFound } from '@/lib/contract/errors';
import { feedOf } from '@/lib/resources/advertisements/service';
import { snippet } from './snippet';

interface Route {
  params: Promise<{ id: string }>;
}

const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The advertisements of a benefit, as JSON and as HTML (docs/contract/advertisements.md#feed). */
export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { id: file } = await params;
  try {
    const [, benefitId = '', format] = /^([^.]*)\.(json|html)$/.exec(file) ?? [];
    if (format === undefined) throw notFound('The page');
    const feed = await feedOf(benefitId);
    const [type, body] =
      format === 'json'
        ? ['application/json', JSON.stringify(feed)]
        : ['text/html; charset=utf-8', snippet(feed)];
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const headers = { ...CROSS_ORIGIN, 'Cache-Control': 'public, max-age=60', ETag: etag };
    if (isKnown(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(body, { headers: { ...headers, 'Content-Type': type } });
  } catch (error) {
    const response = errorResponse(error, undefined, requestIdOf(request));
    for (const [name, value] of Object.entries(CROSS_ORIGIN)) response.headers.set(name, value);
    return response;
  }
}

/** Scripts of other sites may send `If-None-Match`, of which browsers ask first. */
export function OPTIONS(): Response {
  const allowed = {
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'If-None-Match',
    'Access-Control-Max-Age': '600',
  };
  return new Response(null, { status: 204, headers: { ...CROSS_ORIGIN, ...allowed } });
}

/** Whether `If-None-Match` names this answer. */
function isKnown(condition: string | null, etag: string): boolean {
  const known = (condition ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
