import { route } from '@/lib/resources/routes';
import { countSubscriptions } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = route.list(countSubscriptions, service.countAll);
