import type { IncomingMessage } from 'node:http';
import { ApiError } from '@/lib/contract/errors';
import { assertAvailable } from '@/lib/database/connection/availability';
import { logOutage, outageOf } from '@/lib/database/connection/errors';
import { findHostedCheckout, HOSTED_HEADERS, hostedSecret } from '@/lib/resources/hosted-checkout';
import { openInvoice } from '@/lib/resources/orders/service';
import { now } from '@/lib/runtime/clock';
import { log } from '@/lib/runtime/log';
import { type Page, PLAIN_PAGE } from '@/lib/server/page';

/** Answered by route handlers, in shapes of their own, or from files. */
const NO_PAGE = /^\/(?:api|_next|media|avatars|downloads|uploads)(?:\/|$)|\.[^/]*$/;

/**
 * Looks up what a page needs of the database to be what it is: the checkout of a buyer's page, an
 * invoice, for every other page that there is a database at all. Next answers a fault in a page with
 * 500; so an outage is found here, where it can be answered with 503.
 */
export async function preparePage(request: IncomingMessage): Promise<Page> {
  const { url = '' } = request;
  const secret = hostedSecret(url);
  const page = secret === undefined ? PLAIN_PAGE : { ...PLAIN_PAGE, headers: HOSTED_HEADERS };
  try {
    if (secret !== undefined) {
      const checkout = await findHostedCheckout(secret);
      return { ...page, embedOrigin: checkout?.embedOrigin ?? null };
    }
    await requireSource(request, url);
    return page;
  } catch (error) {
    const outage = outageOf(error) ?? null;
    if (outage) logOutage(error);
    else log.error({ err: error }, 'a page could not be prepared');
    // Who may frame a checkout is not known now, and the page that says so shows nothing of it.
    return { ...page, outage, embedOrigin: outage && secret !== undefined ? '*' : null };
  }
}

async function requireSource({ method, headers }: IncomingMessage, url: string): Promise<void> {
  const [path = ''] = url.split('?');
  const invoice = /^\/invoices\/([^/]+)\/?$/.exec(path)?.[1];
  if (invoice !== undefined) {
    await openInvoice(invoice, now()).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error; // the page itself tells what is wrong with the link
    });
    return;
  }
  const isRead = method === 'GET' || method === 'HEAD';
  // A page that is open already asks for the next one's frame, and shows outages inside of that.
  const isDocument = headers.rsc === undefined;
  if (isRead && isDocument && !NO_PAGE.test(path)) await assertAvailable();
}
