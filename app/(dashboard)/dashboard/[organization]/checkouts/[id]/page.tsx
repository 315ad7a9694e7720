import type { Metadata } from 'next';
import { CheckoutPage } from '@/components/checkouts/checkout-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Checkout ${(await params).id.slice(-8)}` };
}

export default async function Page({ params }: Props) {
  return <CheckoutPage id={(await params).id} />;
}
