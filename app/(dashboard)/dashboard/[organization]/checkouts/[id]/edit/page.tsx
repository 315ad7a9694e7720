import type { Metadata } from 'next';
import { EditCheckoutPage } from '@/components/checkouts/edit-checkout-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit checkout ${(await params).id.slice(-8)}` };
}

export default async function Page({ params }: Props) {
  return <EditCheckoutPage id={(await params).id} />;
}
