import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/subscriptions/route';
import { SubscriptionsPage } from '@/components/subscriptions/subscriptions-page';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listSubscriptions} handler={GET} {...props}>
      <SubscriptionsPage />
    </PrefetchOrganizationList>
  );
}
