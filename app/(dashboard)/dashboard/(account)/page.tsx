import { type OrganizationPageProps, PrefetchList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/organizations/route';
import { OrganizationsPage } from '@/components/organizations/organizations-page';
import { listOrganizations } from '@/lib/resources/organizations/contract';

export default function Page({ searchParams }: Pick<OrganizationPageProps, 'searchParams'>) {
  return (
    <PrefetchList operation={listOrganizations} handler={GET} searchParams={searchParams}>
      <OrganizationsPage />
    </PrefetchList>
  );
}
