import { NewProductPage } from '@/components/products/new-product-page';

export default function Page() {
  return <NewProductPage />;
}
