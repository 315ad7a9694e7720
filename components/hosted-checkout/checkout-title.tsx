'use client';

import { useQuery } from '@tanstack/react-query';
import { checkoutQuery } from '@/components/hosted-checkout/use-live-checkout';

/** What the tab is called: what is bought and from whom, once that is known. */
export function CheckoutTitle({ clientSecret }: { clientSecret: string }) {
  const { data } = useQuery(checkoutQuery(clientSecret));
  return <title>{data ? `${data.product.name} · ${data.organization.name}` : 'Checkout'}</title>;
}
