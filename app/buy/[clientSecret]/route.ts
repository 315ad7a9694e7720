import { parseCookies } from 'better-auth/cookies';
import { requestIdOf } from '@/lib/api/request';
import { logRequest } from '@/lib/api/request-log';
import { ApiError } from '@/lib/contract/errors';
import { logOutage, translateDatabaseError } from '@/lib/database/connection/errors';
import { realTime } from '@/lib/runtime/clock';
import { publicUrl } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';
import { isAutomated, isPrefetch } from '@/lib/server/automated-requests';
import { plainPage } from '@/lib/server/plain-page';
import { unavailablePage } from '@/lib/server/unavailable-page';
import { type OpenedLink, openCheckoutLink } from '@/lib/workflows/open-checkout-link';
import { errorPage, offerPage } from './pages';

interface Route {
  params: Promise<{ clientSecret: string }>;
}

const NO_STORE = { 'Cache-Control': 'no-store' };

/** A checkout link's address: redirects to a checkout of the visitor's own (docs/contract/checkout-links.md#opening). */
export async function GET(request: Request, { params }: Route): Promise<Response> {
  const started = performance.now();
  const { clientSecret } = await params;
  const requestId = requestIdOf(request);
  const response = await answer(request, clientSecret, requestId);
  const line = { requestId, method: request.method, route: '/buy/{client_secret}' };
  logRequest(request, { ...line, status: response.status }, started);
  return response;
}

export const HEAD = GET;

async function answer(
  request: Request,
  clientSecret: string,
  requestId: string,
): Promise<Response> {
  const cookies = request.headers.get('cookie');
  try {
    const opened = await openCheckoutLink({
      clientSecret,
      query: queryOf(request),
      visitToken: parseCookies(cookies ?? '').get(cookieName()),
      isAutomated: isAutomated(request),
      ip: request.headers.get('x-client-ip') || null,
      requestId,
      realTime: realTime(),
      signal: request.signal,
    });
    if (opened.url !== null) return redirect(opened, clientSecret);
    const page = offerPage(opened.offer, { isReloading: isPrefetch(request.headers) });
    return pageResponse(plainPage(page, cookies), 200);
  } catch (error) {
    const known = knownError(error, requestId);
    const page =
      known.name === 'ServiceUnavailable' ? unavailablePage(requestId) : errorPage(known);
    return pageResponse(plainPage(page, cookies), known.status, known.headers);
  }
}

/** The pairs of the query. The text `null` counts as absent, as everywhere (docs/contract/conventions.md#query-parameters). */
function queryOf(request: Request): [string, string][] {
  return [...new URL(request.url).searchParams].filter(([, value]) => value !== 'null');
}

function redirect({ url, visitToken }: OpenedLink, clientSecret: string): Response {
  const headers = new Headers({ ...NO_STORE, Location: url ?? '' });
  if (visitToken) {
    const attributes = [
      `${cookieName()}=${visitToken.value}`,
      `Max-Age=${visitToken.maxAge}`,
      // Of this link alone, so that each has its own.
      `Path=/buy/${clientSecret}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure() ? ['Secure'] : []),
    ];
    headers.set('Set-Cookie', attributes.join('; '));
  }
  return new Response(null, { status: 303, headers });
}

function pageResponse(
  page: string,
  status: number,
  headers: Record<string, string> = {},
): Response {
  return new Response(page, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...NO_STORE, ...headers },
  });
}

function knownError(error: unknown, requestId: string): ApiError {
  const known = translateDatabaseError(error);
  logOutage(error);
  if (known) return known;
  log.error({ err: error, requestId }, 'a checkout link could not be opened');
  return new ApiError('InternalServerError', 'Something went wrong on our end. Try again later.');
}

function cookieName(): string {
  return `${isSecure() ? '__Secure-' : ''}tilldesk.checkout`;
}

function isSecure(): boolean {
  return publicUrl().startsWith('https:');
}
