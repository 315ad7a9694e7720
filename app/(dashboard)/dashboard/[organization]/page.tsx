import { HomePage } from '@/components/organizations/home-page';

export default function Page() {
  return <HomePage />;
}
