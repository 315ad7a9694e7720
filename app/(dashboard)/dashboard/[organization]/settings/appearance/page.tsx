import { PrefetchOrganization } from '@/app/(dashboard)/dashboard/[organization]/settings/prefetch-organization';
import type { OrganizationPageProps } from '@/app/(dashboard)/prefetch';
import { AppearanceSettings } from '@/components/settings/appearance-settings';

export default function Page({ params }: OrganizationPageProps) {
  return (
    <PrefetchOrganization params={params}>
      <AppearanceSettings />
    </PrefetchOrganization>
  );
}
