import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/webhooks/deliveries/route';
import { DeliveriesPage } from '@/components/webhooks/deliveries-page';
import { listWebhookDeliveries } from '@/lib/resources/webhook-deliveries/contract';

export default listRoute(DeliveriesPage, listWebhookDeliveries, GET);
