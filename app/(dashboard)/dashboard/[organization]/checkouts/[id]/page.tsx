import { CheckoutPage } from '@/components/checkouts/checkout-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <CheckoutPage id={(await params).id} />;
}
