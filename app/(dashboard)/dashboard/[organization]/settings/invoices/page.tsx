import { PrefetchOrganization } from '@/app/(dashboard)/dashboard/[organization]/settings/prefetch-organization';
import type { OrganizationPageProps } from '@/app/(dashboard)/prefetch';
import { InvoiceSettings } from '@/components/settings/invoice-settings';

export default function Page({ params }: OrganizationPageProps) {
  return (
    <PrefetchOrganization params={params}>
      <InvoiceSettings />
    </PrefetchOrganization>
  );
}
