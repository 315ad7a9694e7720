import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/discounts/route';
import { DiscountsPage } from '@/components/discounts/discounts-page';
import { listDiscounts } from '@/lib/resources/discounts/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listDiscounts} handler={GET} {...props}>
      <DiscountsPage />
    </PrefetchOrganizationList>
  );
}
