import { route } from '@/lib/resources/routes';
import { getCustomerSubscription } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = route.get(getCustomerSubscription, service.getOfBuyer);
