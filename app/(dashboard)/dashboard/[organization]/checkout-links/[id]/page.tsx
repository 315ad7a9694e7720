import { CheckoutLinkPage } from '@/components/checkout-links/checkout-link-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <CheckoutLinkPage id={(await params).id} />;
}
