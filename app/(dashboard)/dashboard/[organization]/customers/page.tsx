import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/customers/route';
import { CustomersPage } from '@/components/customers/customers-page';
import { listCustomers } from '@/lib/resources/customers/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listCustomers} handler={GET} {...props}>
      <CustomersPage />
    </PrefetchOrganizationList>
  );
}
