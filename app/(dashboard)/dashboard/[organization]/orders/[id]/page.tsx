import type { Metadata } from 'next';
import { OrderPage } from '@/components/orders/order-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Order ${(await params).id.slice(-8)}` };
}

export default async function Page({ params }: Props) {
  return <OrderPage id={(await params).id} />;
}
