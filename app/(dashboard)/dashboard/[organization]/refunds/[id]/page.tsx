import { RefundPage } from '@/components/refunds/refund-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <RefundPage id={(await params).id} />;
}
