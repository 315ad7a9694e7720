import { pageRoute } from '@/app/(dashboard)/routes';
import { NewWebhookPage } from '@/components/webhooks/webhook-form';

export default pageRoute(NewWebhookPage);
