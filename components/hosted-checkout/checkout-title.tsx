'use client';

import { useQuery } from '@tanstack/react-query';
import { checkoutQuery } from '@/components/hosted-checkout/use-live-checkout';

/** The title of the browser's tab: product and seller, once they are loaded. */
export function CheckoutTitle({ clientSecret }: { clientSecret: string }) {
  const { data } = useQuery(checkoutQuery(clientSecret));
  return <title>{data ? `${data.product.name} · ${data.organization.name}` : 'Checkout'}</title>;
}
