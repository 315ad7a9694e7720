import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { openMedia } from '@/lib/resources/files/service';
import { streamOf } from '@/lib/runtime/storage/streams';
import { CONTENT_POLICY } from '@/lib/server/headers';

/** A picture by its id: its content never changes, so browsers may keep it for a day. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  try {
    const { mimeType, size, chunks } = await openMedia((await params).id);
    return new Response(streamOf(chunks()), {
      headers: {
        'Content-Type': mimeType,
        'Content-Length': String(size),
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': CONTENT_POLICY,
        'Cache-Control': 'public, max-age=86400',
      },
    });
  } catch (error) {
    return errorResponse(error, undefined, requestIdOf(request));
  }
}
