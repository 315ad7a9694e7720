import { UnknownCheckout } from '@/components/hosted-checkout/notices';

export default function NotFound() {
  return (
    <>
      <title>Not found</title>
      <UnknownCheckout />
    </>
  );
}
