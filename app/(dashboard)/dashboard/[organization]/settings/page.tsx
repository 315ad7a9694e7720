import { PrefetchOrganization } from '@/app/(dashboard)/dashboard/[organization]/settings/prefetch-organization';
import type { OrganizationPageProps } from '@/app/(dashboard)/prefetch';
import { GeneralSettings } from '@/components/settings/general-settings';

export default function Page({ params }: OrganizationPageProps) {
  return (
    <PrefetchOrganization params={params}>
      <GeneralSettings />
    </PrefetchOrganization>
  );
}
