import { AccountPage } from '@/components/settings/account-page';

export default function Page() {
  return <AccountPage />;
}
