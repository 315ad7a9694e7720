import { findCheckoutBySecret } from '@/lib/auth/credentials';
import { WebOrigin } from '@/lib/contract/fields';

/**
 * Headers of a checkout page or link, and of the portal: its URL, which contains the client secret or what was bought,
 * is sent to nobody and not indexed.
 */
export const HOSTED_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** What frame and status of a checkout page depend on. */
export interface HostedCheckout {
  /** The origin that may embed the page in a frame. */
  readonly embedOrigin: string | null;
  readonly organizationId: string;
}

/** Whether a URL is that of a checkout page, a checkout link or the portal. */
export function isHosted(url: string): boolean {
  return /^\/(?:checkout|buy|portal)\/[^/?]/.test(url);
}

/** The client secret in the URL of a checkout page; undefined for every other URL. */
export function hostedSecret(url: string): string | undefined {
  return /^\/checkout\/([^/?]+)/.exec(url)?.[1];
}

/**
 * The checkout with this client secret; null where there is none. Its embed origin is validated again before
 * it goes into a header: an older row may have one that is refused today.
 */
export async function findHostedCheckout(clientSecret: string): Promise<HostedCheckout | null> {
  const checkout = await findCheckoutBySecret(clientSecret);
  if (!checkout) return null;
  const { organizationId } = checkout;
  return { organizationId, embedOrigin: WebOrigin.safeParse(checkout.embedOrigin).data ?? null };
}
