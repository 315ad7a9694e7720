import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET as COUNTS } from '@/app/v1/license-keys/counts/route';
import { GET } from '@/app/v1/license-keys/route';
import { LicenseKeysPage } from '@/components/license-keys/license-keys-page';
import { countLicenseKeys, listLicenseKeys } from '@/lib/resources/license-keys/contract';

const SORTING = ['-created_at'];

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList
      operation={listLicenseKeys}
      handler={GET}
      counts={{ operation: countLicenseKeys, handler: COUNTS }}
      initialSorting={SORTING}
      {...props}
    >
      <LicenseKeysPage initialSorting={SORTING} />
    </PrefetchOrganizationList>
  );
}
