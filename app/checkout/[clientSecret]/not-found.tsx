import { UnknownCheckout } from '@/components/checkout/notices';

export default function NotFound() {
  return (
    <>
      <title>Not found</title>
      <UnknownCheckout />
    </>
  );
}
