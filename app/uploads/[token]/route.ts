import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { receivePart } from '@/lib/resources/files/service';
import { realTime } from '@/lib/runtime/clock';

/** A part of an upload, sent to its signed address: that is the credential, and cookies are none. */
export async function PUT(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  try {
    const etag = await receivePart((await params).token, request.body, realTime());
    return new Response(null, { headers: { ETag: etag, 'Cache-Control': 'no-store' } });
  } catch (error) {
    return errorResponse(error, undefined, requestIdOf(request));
  }
}
