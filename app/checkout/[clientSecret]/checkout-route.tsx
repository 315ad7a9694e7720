import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { CheckoutTitle } from '@/components/hosted-checkout/checkout-title';
import { findHostedCheckout } from '@/lib/resources/hosted-checkout';
import { type PortalSeller, portalSeller } from '@/lib/resources/portal';

/** A page of a checkout; not found where there is none with its client secret. */
export function checkoutRoute(
  show: (props: { clientSecret: string; seller: PortalSeller }) => ReactNode,
) {
  return async ({ params }: { params: Promise<{ clientSecret: string }> }) => {
    const { clientSecret } = await params;
    const checkout = await findHostedCheckout(clientSecret);
    if (!checkout) notFound();
    const seller = await portalSeller(checkout.organizationId);
    return (
      <>
        <CheckoutTitle clientSecret={clientSecret} />
        {show({ clientSecret, seller })}
      </>
    );
  };
}
