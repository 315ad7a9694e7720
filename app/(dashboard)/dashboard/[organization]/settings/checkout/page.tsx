import { PrefetchOrganization } from '@/app/(dashboard)/dashboard/[organization]/settings/prefetch-organization';
import type { OrganizationPageProps } from '@/app/(dashboard)/prefetch';
import { CheckoutSettings } from '@/components/settings/checkout-settings';

export default function Page({ params }: OrganizationPageProps) {
  return (
    <PrefetchOrganization params={params}>
      <CheckoutSettings />
    </PrefetchOrganization>
  );
}
