import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET as COUNTS } from '@/app/v1/checkouts/custom/counts/route';
import { GET } from '@/app/v1/checkouts/custom/route';
import { CheckoutsPage } from '@/components/checkouts/checkouts-page';
import { countCheckouts, listCheckouts } from '@/lib/resources/checkouts/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList
      operation={listCheckouts}
      handler={GET}
      counts={{ operation: countCheckouts, handler: COUNTS }}
      {...props}
    >
      <CheckoutsPage />
    </PrefetchOrganizationList>
  );
}
