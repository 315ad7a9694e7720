import { getCustomerOrder } from '@/lib/resources/orders/contract';
import * as service from '@/lib/resources/orders/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getCustomerOrder, service.getOfBuyer);
