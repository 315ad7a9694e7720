import { UnknownCheckout } from '@/components/hosted-checkout/unknown-checkout';

export default function NotFound() {
  return (
    <>
      <title>Not found</title>
      <UnknownCheckout />
    </>
  );
}
