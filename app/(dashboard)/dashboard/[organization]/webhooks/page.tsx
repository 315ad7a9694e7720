import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/webhooks/endpoints/route';
import { WebhooksPage } from '@/components/webhooks/webhooks-page';
import { listWebhookEndpoints } from '@/lib/resources/webhook-endpoints/contract';

export default listRoute(WebhooksPage, listWebhookEndpoints, GET);
