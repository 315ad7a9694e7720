import { CROSS_ORIGIN } from '@/lib/server/headers';

/** JSON that anybody may read, from any origin, and nobody keeps, or for `maxAge` seconds. */
export function openJson(body: unknown, { maxAge }: { maxAge?: number } = {}): Response {
  const cached = maxAge === undefined ? 'no-store' : `max-age=${maxAge}`;
  return Response.json(body, { headers: { ...CROSS_ORIGIN, 'Cache-Control': cached } });
}
