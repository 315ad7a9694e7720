import { notFound } from 'next/navigation';
import { CheckoutTitle } from '@/components/hosted-checkout/checkout-title';
import { ConfirmationPage } from '@/components/hosted-checkout/confirmation-page';
import { findHostedCheckout } from '@/lib/resources/hosted-checkout';

export default async function Page({ params }: { params: Promise<{ clientSecret: string }> }) {
  const { clientSecret } = await params;
  if (!(await findHostedCheckout(clientSecret))) notFound();
  return (
    <>
      <CheckoutTitle clientSecret={clientSecret} />
      <ConfirmationPage clientSecret={clientSecret} />
    </>
  );
}
