import { countAdvertisement } from '@/lib/resources/advertisements/service';
import { isAutomated } from '@/lib/server/automated-requests';

/** One transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Counts that somebody sees an advertisement (docs/contract/advertisements.md#views-and-clicks). */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  if (!isAutomated(request)) countAdvertisement((await params).id, 'views');
  return new Response(PIXEL, {
    headers: {
      'Content-Type': 'image/gif',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
