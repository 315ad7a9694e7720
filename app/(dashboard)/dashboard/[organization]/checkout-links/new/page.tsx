import { NewCheckoutLinkPage } from '@/components/checkout-links/new-checkout-link-page';

export default function Page() {
  return <NewCheckoutLinkPage />;
}
