import { WebOrigin } from '@/lib/contract/fields';
import { findCheckoutBySecret } from '@/lib/resources/identity/credentials';

/** What a buyer's page says of itself: nobody else learns its address, and no index lists it. */
export const HOSTED_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** The checkout whose buyer's page an address is, as far as its frame and its status depend on it. */
export interface HostedCheckout {
  /** The origin that may show the page in a frame. */
  readonly embedOrigin: string | null;
}

/** The client secret in the address of a buyer's page; undefined for every other address. */
export function hostedSecret(url: string): string | undefined {
  return /^\/checkout\/([^/?]+)/.exec(url)?.[1];
}

/**
 * The checkout with this client secret, null where there is none. Its origin is checked again, for it
 * goes into a header, and an older row may hold what is refused now.
 */
export async function findHostedCheckout(clientSecret: string): Promise<HostedCheckout | null> {
  const checkout = await findCheckoutBySecret(clientSecret);
  return checkout && { embedOrigin: WebOrigin.safeParse(checkout.embedOrigin).data ?? null };
}
