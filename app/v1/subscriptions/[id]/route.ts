import { route } from '@/lib/resources/routes';
import { getSubscription } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = route.get(getSubscription, service.get);
