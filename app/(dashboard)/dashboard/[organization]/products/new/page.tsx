import type { Metadata } from 'next';
import { NewProductPage } from '@/components/products/new-product-page';

export const metadata: Metadata = { title: 'New product' };

export default function Page() {
  return <NewProductPage />;
}
