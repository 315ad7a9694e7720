import { PaymentsPage } from '@/components/payment-connections/payments-page';

export default function Page() {
  return <PaymentsPage />;
}
