import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET as COUNTS } from '@/app/v1/subscriptions/counts/route';
import { GET } from '@/app/v1/subscriptions/route';
import { PAUSED } from '@/components/entities/active-subscriptions';
import { SubscriptionsPage } from '@/components/subscriptions/subscriptions-page';
import { countSubscriptions, listSubscriptions } from '@/lib/resources/subscriptions/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList
      operation={listSubscriptions}
      handler={GET}
      counts={{ operation: countSubscriptions, handler: COUNTS, part: PAUSED }}
      {...props}
    >
      <SubscriptionsPage />
    </PrefetchOrganizationList>
  );
}
