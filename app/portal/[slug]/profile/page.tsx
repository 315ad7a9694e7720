import { ProfilePage } from '@/components/portal/profile-page';

export default function Page() {
  return <ProfilePage />;
}
