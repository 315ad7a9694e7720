import { route } from '@/lib/resources/routes';
import { redeliverToEndpoint } from '@/lib/resources/webhook-deliveries/contract';
import * as service from '@/lib/resources/webhook-deliveries/service';

export const POST = route.update(redeliverToEndpoint, service.redeliverToEndpoint);
