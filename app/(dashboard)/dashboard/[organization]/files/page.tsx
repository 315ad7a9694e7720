import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/files/route';
import { FilesPage } from '@/components/files/files-page';
import { listFiles } from '@/lib/resources/files/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listFiles} handler={GET} {...props}>
      <FilesPage />
    </PrefetchOrganizationList>
  );
}
