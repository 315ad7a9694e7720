import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/custom-fields/route';
import { CustomFieldsPage } from '@/components/custom-fields/custom-fields-page';
import { listCustomFields } from '@/lib/resources/custom-fields/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listCustomFields} handler={GET} {...props}>
      <CustomFieldsPage />
    </PrefetchOrganizationList>
  );
}
