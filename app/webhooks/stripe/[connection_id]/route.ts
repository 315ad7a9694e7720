import { errorResponse } from '@/lib/api/implement';
import { MAX_BODY_BYTES, readText, requestIdOf } from '@/lib/api/request';
import { realTime } from '@/lib/runtime/clock';
import { receiveEvent } from '@/lib/workflows/learn-payments';

/** A delivery of an account's events: its signature is the credential (docs/contract/payments.md#learning). */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ connection_id: string }> },
): Promise<Response> {
  const { connection_id } = await params;
  try {
    const read = () => readText(request, MAX_BODY_BYTES);
    const signature = request.headers.get('stripe-signature') ?? '';
    await receiveEvent(connection_id, read, signature, realTime());
    return Response.json({ received: true }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return errorResponse(error, undefined, requestIdOf(request));
  }
}
