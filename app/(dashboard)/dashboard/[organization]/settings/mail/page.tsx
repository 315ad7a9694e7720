import { PrefetchOrganization } from '@/app/(dashboard)/dashboard/[organization]/settings/prefetch-organization';
import type { OrganizationPageProps } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/mails/settings/route';
import { MailSettings } from '@/components/settings/mail-settings';
import { getMailSettings } from '@/lib/resources/mails/contract';

export default function Page({ params }: OrganizationPageProps) {
  return (
    <PrefetchOrganization
      params={params}
      further={[{ operation: getMailSettings, handler: GET, input: {} }]}
    >
      <MailSettings />
    </PrefetchOrganization>
  );
}
