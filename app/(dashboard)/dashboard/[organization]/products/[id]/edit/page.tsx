import type { Metadata } from 'next';
import { EditProductPage } from '@/components/products/edit-product-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit product ${(await params).id.slice(-8)}` };
}

export default async function Page({ params }: Props) {
  return <EditProductPage id={(await params).id} />;
}
