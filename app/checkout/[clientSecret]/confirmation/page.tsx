import { notFound } from 'next/navigation';
import { CheckoutTitle } from '@/components/hosted-checkout/checkout-title';
import { ConfirmationPage } from '@/components/hosted-checkout/confirmation-page';
import { findHostedCheckout } from '@/lib/resources/hosted-checkout';
import { portalSeller } from '@/lib/resources/portal';

export default async function Page({ params }: { params: Promise<{ clientSecret: string }> }) {
  const { clientSecret } = await params;
  const checkout = await findHostedCheckout(clientSecret);
  if (!checkout) notFound();
  return (
    <>
      <CheckoutTitle clientSecret={clientSecret} />
      <ConfirmationPage
        clientSecret={clientSecret}
        seller={await portalSeller(checkout.organizationId)}
      />
    </>
  );
}
