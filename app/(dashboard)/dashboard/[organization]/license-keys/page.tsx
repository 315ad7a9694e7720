import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/license-keys/route';
import { LicenseKeysPage } from '@/components/license-keys/license-keys-page';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';

const SORTING = ['-created_at'];

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList
      operation={listLicenseKeys}
      handler={GET}
      initialSorting={SORTING}
      {...props}
    >
      <LicenseKeysPage initialSorting={SORTING} />
    </PrefetchOrganizationList>
  );
}
