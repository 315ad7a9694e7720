import { SubscriptionsPage } from '@/components/subscriptions/subscriptions-page';

export default function Page() {
  return <SubscriptionsPage />;
}
