import { notFound } from 'next/navigation';
import { ConfirmationPage } from '@/components/checkout/confirmation-page';
import { findHostedCheckout } from '@/lib/server/hosted-checkout';

export default async function Page({ params }: { params: Promise<{ clientSecret: string }> }) {
  const { clientSecret } = await params;
  if (!(await findHostedCheckout(clientSecret))) notFound();
  return <ConfirmationPage clientSecret={clientSecret} />;
}
