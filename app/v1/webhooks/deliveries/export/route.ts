import { route } from '@/lib/resources/routes';
import { exportWebhookDeliveries } from '@/lib/resources/webhook-deliveries/contract';
import * as service from '@/lib/resources/webhook-deliveries/service';

export const GET = route.export(exportWebhookDeliveries, service.exportAll);
