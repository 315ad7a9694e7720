import { EditCheckoutPage } from '@/components/checkouts/edit-checkout-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <EditCheckoutPage id={(await params).id} />;
}
