import { drawAvatar } from '@/lib/resources/avatars/rules';
import { CONTENT_POLICY } from '@/lib/server/headers';

const HEADERS = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': CONTENT_POLICY,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** A person's avatar, drawn from its file name (docs/contract/files.md#avatars). */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const picture = drawAvatar((await params).file);
  if (picture === null) return new Response('There is no such picture.', { status: 404 });
  return new Response(picture, { headers: HEADERS });
}
