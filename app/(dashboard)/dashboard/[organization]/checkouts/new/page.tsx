import type { Metadata } from 'next';
import { NewCheckoutPage } from '@/components/checkouts/new-checkout-page';

export const metadata: Metadata = { title: 'New checkout' };

export default function Page() {
  return <NewCheckoutPage />;
}
