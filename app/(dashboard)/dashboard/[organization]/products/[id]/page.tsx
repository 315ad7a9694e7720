import type { Metadata } from 'next';
import { ProductPage } from '@/components/products/product-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Product ${(await params).id.slice(-8)}` };
}

export default async function Page({ params }: Props) {
  return <ProductPage id={(await params).id} />;
}
