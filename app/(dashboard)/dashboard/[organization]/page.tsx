import { type OrganizationPageProps, PrefetchInOrganization } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/orders/route';
import { HomePage } from '@/components/organizations/home-page';
import { latestOrdersOf } from '@/components/organizations/latest-orders-input';
import { listOrders } from '@/lib/resources/orders/contract';

export default function Page({ params }: OrganizationPageProps) {
  return (
    <PrefetchInOrganization
      operation={listOrders}
      handler={GET}
      params={params}
      inputFor={latestOrdersOf}
    >
      <HomePage />
    </PrefetchInOrganization>
  );
}
