import { route } from '@/lib/resources/routes';
import { getWebhookDelivery } from '@/lib/resources/webhook-deliveries/contract';
import * as service from '@/lib/resources/webhook-deliveries/service';

export const GET = route.get(getWebhookDelivery, service.get);
