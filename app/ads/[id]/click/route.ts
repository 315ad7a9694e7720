import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { countAdvertisement, openLink } from '@/lib/resources/advertisements/service';
import { isAutomated } from '@/lib/server/automated-requests';

/** Counts a click and leads to where the advertisement does (docs/contract/advertisements.md#views-and-clicks). */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  try {
    const url = await openLink(id);
    if (!isAutomated(request)) countAdvertisement(id, 'clicks');
    return new Response(null, {
      status: 302,
      headers: { Location: url, 'Cache-Control': 'no-store' },
    });
  } catch (error) {
    return errorResponse(error, undefined, requestIdOf(request));
  }
}
