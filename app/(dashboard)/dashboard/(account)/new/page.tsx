import { NewOrganizationPage } from '@/components/organizations/new-organization-page';

export default function Page() {
  return <NewOrganizationPage />;
}
