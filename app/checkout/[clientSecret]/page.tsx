import { notFound } from 'next/navigation';
import { CheckoutPage } from '@/components/checkout/checkout-page';
import { findHostedCheckout } from '@/lib/server/hosted-checkout';

export default async function Page({ params }: { params: Promise<{ clientSecret: string }> }) {
  const { clientSecret } = await params;
  if (!(await findHostedCheckout(clientSecret))) notFound();
  return <CheckoutPage clientSecret={clientSecret} />;
}
