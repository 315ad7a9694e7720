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

/** How often is looked for the outcome of an authentication, and how often in all, ms. */
const LOOK_MS = 1000;
const LOOKS = 20;

/**
 * Has the buyer authenticate what waits for him, in place or on a page of his bank, which comes back to the return page.
 * Resolves with the object as it is once he is through with that, or as it still waits after {@link LOOKS} looks.
 *
 * @param read the object anew
 */
export async function authenticateWithStripe<T>(
  { script, publishableKey }: StripeAccess,
  clientSecret: string,
  { read, isWaiting }: { read: () => Promise<T>; isWaiting: (current: T) => boolean },
): Promise<T> {
  const stripe = await loadStripe(script, publishableKey);
  // What came of it the API knows.
  await stripe.handleNextAction({ clientSecret });
  for (let looks = 1; ; looks += 1) {
    const current = await read();
    if (!isWaiting(current) || looks === LOOKS) return current;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
