import { route } from '@/lib/resources/routes';
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import * as service from '@/lib/resources/webhook-endpoints/service';

export const GET = route.get(getWebhookEndpoint, service.get);
export const PATCH = route.update(updateWebhookEndpoint, service.update);
export const DELETE = route.delete(deleteWebhookEndpoint, service.remove);
