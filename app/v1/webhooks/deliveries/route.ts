import { route } from '@/lib/resources/routes';
import { listWebhookDeliveries } from '@/lib/resources/webhook-deliveries/contract';
import * as service from '@/lib/resources/webhook-deliveries/service';

export const GET = route.list(listWebhookDeliveries, service.listAll);
