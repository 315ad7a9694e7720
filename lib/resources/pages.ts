import type { IncomingMessage } from 'node:http';
import { ApiError } from '@/lib/contract/errors';
import { assertAvailable } from '@/lib/database/connection/availability';
import { CLOCK_OUTAGE } from '@/lib/database/connection/clock-check';
import { logOutage, outageOf } from '@/lib/database/connection/errors';
import { STRIPE_HEADERS, stripeSources } from '@/lib/integrations/stripe/client';
import { openDocument } from '@/lib/resources/documents/service';
import {
  findHostedCheckout,
  HOSTED_HEADERS,
  hostedSecret,
  isHosted,
} from '@/lib/resources/hosted-checkout';
import { isClockWrong, realTime } from '@/lib/runtime/clock';
import { log } from '@/lib/runtime/log';
import { type Page, PLAIN_PAGE } from '@/lib/server/page';

/** Paths that are no pages: route handlers, which answer errors themselves, and files. */
const NO_PAGE = /^\/(?:api|_next|media|ads|avatars|downloads|uploads)(?:\/|$)|\.[^/]*$/;

/** Checkout links open a checkout when they are read. */
const OPENS_CHECKOUT = /^\/buy\//;

/** The advertisements of a benefit, which any site may show in a frame. */
const ADVERTISEMENTS = /^\/ads\/[^/?]+\.html(?:\?|$)/;

/** Pages that take payments: of a checkout, where its buyer comes back to, and of a subscription in the portal. */
const TAKES_PAYMENTS =
  /^\/(?:checkout\/[^/?]+(?:\/return)?|portal\/[^/?]+\/subscriptions\/[^/?]+\/payment)\/?(?:\?|$)/;

/** The address of a document is a credential, as a page and as a PDF. */
const DOCUMENT_HEADERS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/** The token in the address of an invoice or a credit note; undefined for other addresses. */
function documentToken(url: string): string | undefined {
  return /^\/invoices\/([^/?]+?)(?:\.pdf)?\/?(?:\?|$)/.exec(url)?.[1];
}

/**
 * Reads what a page's headers and status depend on: the checkout of a checkout page, an invoice; for other
 * pages whether the database is available. Next answers an error in a page with 500, so an outage is detected
 * here and answered with 503.
 */
export async function preparePage(request: IncomingMessage): Promise<Page> {
  const { url = '' } = request;
  const secret = hostedSecret(url);
  const token = documentToken(url);
  const headers = isHosted(url) ? HOSTED_HEADERS : token && DOCUMENT_HEADERS;
  const page = pageOf(url, headers || {});
  if (ADVERTISEMENTS.test(url)) return { ...page, embedOrigin: '*' };
  if (isClockWrong() && OPENS_CHECKOUT.test(url)) return { ...page, outage: CLOCK_OUTAGE };
  try {
    if (secret !== undefined) {
      const checkout = await findHostedCheckout(secret);
      return { ...page, embedOrigin: checkout?.embedOrigin ?? null };
    }
    await requireSource(request, url, token);
    return page;
  } catch (error) {
    const outage = outageOf(error) ?? null;
    if (outage) logOutage(error);
    else log.error({ err: error }, 'a page could not be prepared');
    // The embed origin is not known during an outage; the error page shows no data, so any origin may embed
    // it.
    return { ...page, outage, embedOrigin: outage && secret !== undefined ? '*' : null };
  }
}

function pageOf(url: string, headers: Page['headers']): Page {
  if (!TAKES_PAYMENTS.test(url)) return { ...PLAIN_PAGE, headers };
  return { ...PLAIN_PAGE, headers: { ...headers, ...STRIPE_HEADERS }, sources: stripeSources() };
}

async function requireSource(
  { method, headers }: IncomingMessage,
  url: string,
  token: string | undefined,
): Promise<void> {
  const [path = ''] = url.split('?');
  if (token !== undefined) {
    await openDocument(token, realTime()).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error; // the page itself tells what is wrong with the link
    });
    return;
  }
  const isRead = method === 'GET' || method === 'HEAD';
  // Navigation inside an open page (RSC) shows outages in that page.
  const isDocument = headers.rsc === undefined;
  if (isRead && isDocument && !NO_PAGE.test(path)) await assertAvailable();
}
