import { errorResponse } from '@/lib/api/implement';
import { openMedia } from '@/lib/files/service';
import { newId } from '@/lib/ids';

/** A picture by its id: its content never changes, so browsers may keep it for a day. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  try {
    const { mimeType, size, content } = await openMedia((await params).id);
    return new Response(content, {
      headers: {
        'Content-Type': mimeType,
        'Content-Length': String(size),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'public, max-age=86400',
      },
    });
  } catch (error) {
    return errorResponse(error, undefined, newId());
  }
}
