import { listRoute } from '@/app/(dashboard)/routes';
import { GET as COUNTS } from '@/app/v1/orders/counts/route';
import { GET } from '@/app/v1/orders/route';
import { OrdersPage } from '@/components/orders/orders-page';
import { countOrders, listOrders } from '@/lib/resources/orders/contract';

export default listRoute(OrdersPage, listOrders, GET, { operation: countOrders, handler: COUNTS });
