import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/benefits/route';
import { BenefitsPage } from '@/components/benefits/benefits-page';
import { listBenefits } from '@/lib/resources/benefits/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listBenefits} handler={GET} {...props}>
      <BenefitsPage />
    </PrefetchOrganizationList>
  );
}
