import { pageRoute } from '@/app/(dashboard)/routes';
import { EditWebhookPage } from '@/components/webhooks/webhook-form';

export default pageRoute(EditWebhookPage);
