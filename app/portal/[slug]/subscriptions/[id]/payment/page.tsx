import { PaymentPage } from '@/components/portal/payment-page';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <PaymentPage id={id} />;
}
