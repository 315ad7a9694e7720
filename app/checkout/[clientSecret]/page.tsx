import { notFound } from 'next/navigation';
import { CheckoutPage } from '@/components/hosted-checkout/checkout-page';
import { CheckoutTitle } from '@/components/hosted-checkout/checkout-title';
import { findHostedCheckout } from '@/lib/resources/hosted-checkout';

export default async function Page({ params }: { params: Promise<{ clientSecret: string }> }) {
  const { clientSecret } = await params;
  if (!(await findHostedCheckout(clientSecret))) notFound();
  return (
    <>
      <CheckoutTitle clientSecret={clientSecret} />
      <CheckoutPage clientSecret={clientSecret} />
    </>
  );
}
