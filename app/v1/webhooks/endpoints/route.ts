import { route } from '@/lib/resources/routes';
import {
  createWebhookEndpoint,
  listWebhookEndpoints,
} from '@/lib/resources/webhook-endpoints/contract';
import * as service from '@/lib/resources/webhook-endpoints/service';

export const GET = route.list(listWebhookEndpoints, service.listAll);
export const POST = route.create(createWebhookEndpoint, service.create);
