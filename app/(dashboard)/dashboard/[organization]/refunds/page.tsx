import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/refunds/route';
import { RefundsPage } from '@/components/refunds/refunds-page';
import { listRefunds } from '@/lib/resources/refunds/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listRefunds} handler={GET} {...props}>
      <RefundsPage />
    </PrefetchOrganizationList>
  );
}
