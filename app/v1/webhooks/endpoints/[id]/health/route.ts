import { route } from '@/lib/resources/routes';
import { getWebhookHealth } from '@/lib/resources/webhook-endpoints/contract';
import { health } from '@/lib/resources/webhook-endpoints/service';

export const GET = route.get(getWebhookHealth, health);
