import { pageRoute } from '@/app/(dashboard)/routes';
import { OrderPage } from '@/components/orders/order-page';

export default pageRoute(OrderPage);
