import type { QueryClient } from '@tanstack/react-query';
import { waitingSecretOf } from '@/components/hosted-checkout/form-values';
import { authenticateWithStripe } from '@/components/payment-element/stripe';
import { query } from '@/lib/client/queries';
import { getCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { StripeAccess } from '@/lib/resources/portal';

/** How often is looked for the outcome of an authentication, and how often in all, ms. */
const LOOK_MS = 1000;
const LOOKS = 20;

/**
 * Has the buyer authenticate a payment with Stripe, and resolves with the checkout as it is then: sold, open again, or
 * still confirmed where the outcome takes its time.
 */
export async function authenticate(
  client: QueryClient,
  { client_secret }: Pick<CheckoutPublic, 'client_secret'>,
  access: StripeAccess,
  secret: string,
): Promise<CheckoutPublic> {
  await authenticateWithStripe(access, secret);
  const current = query(getCheckoutByClient, { params: { client_secret } });
  for (let looks = 1; ; looks += 1) {
    const checkout = await client.fetchQuery({ ...current, staleTime: 0 });
    if (waitingSecretOf(checkout) === null || looks === LOOKS) return checkout;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
