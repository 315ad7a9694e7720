import { route } from '@/lib/resources/routes';
import { redeliverEvent } from '@/lib/resources/webhook-deliveries/contract';
import * as service from '@/lib/resources/webhook-deliveries/service';

export const POST = route.update(redeliverEvent, service.redeliverEvent);
