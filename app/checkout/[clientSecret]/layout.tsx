import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CheckoutProviders } from '@/components/hosted-checkout/checkout-providers';

export const metadata: Metadata = {
  description: 'Pay for your order.',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return <CheckoutProviders>{children}</CheckoutProviders>;
}
