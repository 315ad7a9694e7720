import { SubscriptionPage } from '@/components/portal/subscription-page';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <SubscriptionPage id={id} />;
}
