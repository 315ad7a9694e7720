import { OrganizationsPage } from '@/components/organizations/organizations-page';

export default function Page() {
  return <OrganizationsPage />;
}
