import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/products/route';
import { ProductsPage } from '@/components/products/products-page';
import { listProducts } from '@/lib/resources/products/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listProducts} handler={GET} {...props}>
      <ProductsPage />
    </PrefetchOrganizationList>
  );
}
