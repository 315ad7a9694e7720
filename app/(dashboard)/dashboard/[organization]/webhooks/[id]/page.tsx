import { pageRoute } from '@/app/(dashboard)/routes';
import { WebhookPage } from '@/components/webhooks/webhook-page';

export default pageRoute(WebhookPage);
