import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/mails/route';
import { MailsPage } from '@/components/mails/mails-page';
import { listMails } from '@/lib/resources/mails/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listMails} handler={GET} {...props}>
      <MailsPage />
    </PrefetchOrganizationList>
  );
}
