import type { CheckoutPublic } from '@/lib/checkouts/schema';

/** Where the product itself says that a purchase is complete. */
export function confirmationPath(clientSecret: string): string {
  return `/checkout/${clientSecret}/confirmation`;
}

/** Whether the seller has left the last page to the product. */
export function isHostedConfirmation(
  checkout: Pick<CheckoutPublic, 'success_url' | 'url' | 'client_secret'>,
): boolean {
  const { success_url, url, client_secret } = checkout;
  return success_url === new URL(confirmationPath(client_secret), url).href;
}
