import { route } from '@/lib/resources/routes';
import { sendTest } from '@/lib/resources/webhook-deliveries/service';
import { testWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';

export const POST = route.update(testWebhookEndpoint, (scope, id, { type }) =>
  sendTest(scope, id, type),
);
