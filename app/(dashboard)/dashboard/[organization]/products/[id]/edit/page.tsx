import { EditProductPage } from '@/components/products/edit-product-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <EditProductPage id={(await params).id} />;
}
