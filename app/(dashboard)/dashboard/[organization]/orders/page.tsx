import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/orders/route';
import { OrdersPage } from '@/components/orders/orders-page';
import { listOrders } from '@/lib/resources/orders/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listOrders} handler={GET} {...props}>
      <OrdersPage />
    </PrefetchOrganizationList>
  );
}
