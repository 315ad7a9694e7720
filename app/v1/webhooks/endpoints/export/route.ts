import { route } from '@/lib/resources/routes';
import { exportWebhookEndpoints } from '@/lib/resources/webhook-endpoints/contract';
import * as service from '@/lib/resources/webhook-endpoints/service';

export const GET = route.export(exportWebhookEndpoints, service.exportAll);
