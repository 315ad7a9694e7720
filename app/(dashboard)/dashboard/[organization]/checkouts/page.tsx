import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/checkouts/custom/route';
import { CheckoutsPage } from '@/components/checkouts/checkouts-page';
import { listCheckouts } from '@/lib/resources/checkouts/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listCheckouts} handler={GET} {...props}>
      <CheckoutsPage />
    </PrefetchOrganizationList>
  );
}
