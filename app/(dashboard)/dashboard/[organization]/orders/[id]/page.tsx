import { OrderPage } from '@/components/orders/order-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <OrderPage id={(await params).id} />;
}
