import { ProductsPage } from '@/components/products/products-page';

export default function Page() {
  return <ProductsPage />;
}
