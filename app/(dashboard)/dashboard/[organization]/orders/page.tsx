import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET as COUNTS } from '@/app/v1/orders/counts/route';
import { GET } from '@/app/v1/orders/route';
import { OrdersPage } from '@/components/orders/orders-page';
import { countOrders, listOrders } from '@/lib/resources/orders/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList
      operation={listOrders}
      handler={GET}
      counts={{ operation: countOrders, handler: COUNTS }}
      {...props}
    >
      <OrdersPage />
    </PrefetchOrganizationList>
  );
}
