import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { ApiError } from '@/lib/contract/errors';
import { MOST_REQUEST } from '@/lib/resources/oauth-grants/schema';
import { publicUrl } from '@/lib/runtime/env';

/**
 * An authorization request that is sent as a form, which OpenID Connect Core 3.1.2.1 asks for beside GET
 * (docs/contract/oauth.md#consent): `rewrites` of next.config.mjs leads `POST /oauth2/authorize` here. The browser goes on
 * to the page with the same parameters by GET, which is a request that carries the session's cookie from other sites too.
 * Throws 413 for a form that no page would take.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await request.text();
  if (form.length > MOST_REQUEST) {
    const error = new ApiError('PayloadTooLarge', `Send at most ${MOST_REQUEST} characters.`);
    return errorResponse(error, undefined, requestIdOf(request));
  }
  const headers = {
    Location: `${publicUrl()}/oauth2/authorize?${new URLSearchParams(form)}`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  };
  return new Response(null, { status: 303, headers });
}
