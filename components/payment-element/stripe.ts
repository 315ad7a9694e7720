import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import type { StripeAccess } from '@/lib/resources/portal';

// Stripe's own script, which no build may contain: it is loaded from Stripe, by a page that takes a payment.

let loading: Promise<StripeConstructor> | undefined;

/**
 * Stripe for a publishable key; its script is loaded once. Rejects where it cannot be loaded, and tries again the next
 * time.
 *
 * @param script its address, of the version that the server works with
 */
export async function loadStripe(script: string, publishableKey: string): Promise<Stripe> {
  loading ??= load(script).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return (await loading)(publishableKey);
}

function load(src: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = src;
    element.onload = () => {
      if (window.Stripe) resolve(window.Stripe);
      else reject(new Error('The script has no Stripe'));
    };
    element.onerror = () => {
      element.remove();
      reject(new Error('The script of Stripe could not be loaded'));
    };
    document.head.append(element);
  });
}

/**
 * Has the buyer authenticate a payment, in place or on a page of his bank, which comes back to the return page. Resolves
 * when he is through with it, whatever came of it: the API knows.
 */
export async function authenticateWithStripe(
  { script, publishableKey }: StripeAccess,
  clientSecret: string,
): Promise<void> {
  const stripe = await loadStripe(script, publishableKey);
  await stripe.handleNextAction({ clientSecret });
}
