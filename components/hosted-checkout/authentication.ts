import type { QueryClient } from '@tanstack/react-query';
import { waitingSecretOf } from '@/components/hosted-checkout/form-values';
import { authenticateWithStripe } from '@/components/payment-element/stripe';
import { query } from '@/lib/client/queries';
import { getCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import type { StripeAccess } from '@/lib/resources/portal';

/**
 * Has the buyer authenticate a payment with Stripe, and resolves with the checkout as it is then: sold, open again, or
 * still confirmed where the outcome takes its time.
 */
export function authenticate(
  client: QueryClient,
  { client_secret }: Pick<CheckoutPublic, 'client_secret'>,
  access: StripeAccess,
  secret: string,
): Promise<CheckoutPublic> {
  const current = query(getCheckoutByClient, { params: { client_secret } });
  return authenticateWithStripe(access, secret, {
    read: () => client.fetchQuery({ ...current, staleTime: 0 }),
    isWaiting: (checkout) => waitingSecretOf(checkout) !== null,
  });
}
