import { HomePage } from '@/components/portal/home-page';

export default function Page() {
  return <HomePage />;
}
