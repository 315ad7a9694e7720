import type { Metadata } from 'next';
import { SubscriptionPage } from '@/components/subscriptions/subscription-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Subscription ${(await params).id.slice(-8)}` };
}

export default async function Page({ params }: Props) {
  return <SubscriptionPage id={(await params).id} />;
}
