import { countOrders } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(countOrders, service.countAll);
