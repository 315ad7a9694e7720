import { NewCheckoutPage } from '@/components/checkouts/new-checkout-page';

export default function Page() {
  return <NewCheckoutPage />;
}
