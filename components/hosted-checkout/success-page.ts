import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** The path of the built-in confirmation page. */
export function confirmationPath(clientSecret: string): string {
  return `/checkout/${clientSecret}/confirmation`;
}

/** Whether the success URL is the built-in confirmation page. */
export function isHostedConfirmation(
  checkout: Pick<CheckoutPublic, 'success_url' | 'url' | 'client_secret'>,
): boolean {
  const { success_url, url, client_secret } = checkout;
  return success_url === new URL(confirmationPath(client_secret), url).href;
}
