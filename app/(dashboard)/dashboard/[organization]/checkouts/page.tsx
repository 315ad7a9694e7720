import { CheckoutsPage } from '@/components/checkouts/checkouts-page';

export default function Page() {
  return <CheckoutsPage />;
}
