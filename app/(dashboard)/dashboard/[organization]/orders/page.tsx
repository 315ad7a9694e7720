import { OrdersPage } from '@/components/orders/orders-page';

export default function Page() {
  return <OrdersPage />;
}
