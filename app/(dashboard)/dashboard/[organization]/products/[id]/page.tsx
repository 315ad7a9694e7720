import { ProductPage } from '@/components/products/product-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <ProductPage id={(await params).id} />;
}
