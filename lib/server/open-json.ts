import { CROSS_ORIGIN } from '@/lib/server/headers';

/** JSON that anybody may read, from any origin, and nobody keeps. */
export function openJson(body: unknown): Response {
  return Response.json(body, { headers: { ...CROSS_ORIGIN, 'Cache-Control': 'no-store' } });
}
