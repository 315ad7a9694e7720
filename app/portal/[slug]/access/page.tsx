import { AccessPage } from '@/components/portal/access-page';

export default function Page() {
  return <AccessPage />;
}
