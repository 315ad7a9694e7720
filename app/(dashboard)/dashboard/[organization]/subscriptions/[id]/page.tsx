import { SubscriptionPage } from '@/components/subscriptions/subscription-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <SubscriptionPage id={(await params).id} />;
}
