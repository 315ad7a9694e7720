import { notFound } from 'next/navigation';
import { CheckoutPage } from '@/components/hosted-checkout/checkout-page';
import { CheckoutTitle } from '@/components/hosted-checkout/checkout-title';
import { findHostedCheckout } from '@/lib/resources/hosted-checkout';
import { portalSeller } from '@/lib/resources/portal';

/** Where a buyer comes back to from a page of his bank. */
export default async function Page({ params }: { params: Promise<{ clientSecret: string }> }) {
  const { clientSecret } = await params;
  const checkout = await findHostedCheckout(clientSecret);
  if (!checkout) notFound();
  return (
    <>
      <CheckoutTitle clientSecret={clientSecret} />
      <CheckoutPage
        clientSecret={clientSecret}
        seller={await portalSeller(checkout.organizationId)}
        isReturn
      />
    </>
  );
}
