import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { openImage } from '@/lib/resources/advertisements/service';
import { streamOf } from '@/lib/runtime/storage/streams';
import { CONTENT_POLICY } from '@/lib/server/headers';

/** A picture of a campaign by its id: its content never changes. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string; image: string }> },
): Promise<Response> {
  const { id, image } = await params;
  try {
    const { mimeType, size, chunks } = await openImage(id, image);
    return new Response(streamOf(chunks()), {
      headers: {
        'Content-Type': mimeType,
        'Content-Length': String(size),
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': CONTENT_POLICY,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  } catch (error) {
    return errorResponse(error, undefined, requestIdOf(request));
  }
}
