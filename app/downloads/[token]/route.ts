import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { attachment, rangeOf } from '@/lib/resources/files/rules';
import { openDownload } from '@/lib/resources/files/service';
import { realTime } from '@/lib/runtime/clock';
import { streamOf } from '@/lib/runtime/storage/streams';
import { CONTENT_POLICY } from '@/lib/server/headers';

/** A file by its signed address, to be saved and never shown; a broken download can be resumed. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  try {
    const { name, mimeType, size, etag, chunks } = await openDownload(
      (await params).token,
      realTime(),
    );
    const condition = request.headers.get('if-range');
    const isSame = condition === null || condition === etag;
    const range = isSame ? rangeOf(request.headers.get('range'), size) : null;
    if (range === undefined) {
      return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } });
    }
    const { start, end } = range ?? { start: 0, end: size };
    return new Response(streamOf(chunks({ start, end })), {
      status: range ? 206 : 200,
      headers: {
        'Content-Type': mimeType,
        'Content-Length': String(end - start),
        'Content-Disposition': attachment(name),
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': CONTENT_POLICY,
        'Cache-Control': 'private, no-store',
        'Accept-Ranges': 'bytes',
        ...(etag ? { ETag: etag } : {}),
        ...(range ? { 'Content-Range': `bytes ${start}-${end - 1}/${size}` } : {}),
      },
    });
  } catch (error) {
    return errorResponse(error, undefined, requestIdOf(request));
  }
}
