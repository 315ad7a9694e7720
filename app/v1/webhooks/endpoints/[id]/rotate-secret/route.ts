import { route } from '@/lib/resources/routes';
import { rotateWebhookSecret } from '@/lib/resources/webhook-endpoints/contract';
import { rotateSecret } from '@/lib/resources/webhook-endpoints/service';

export const POST = route.update(rotateWebhookSecret, rotateSecret);
