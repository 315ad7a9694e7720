import { pageRoute } from '@/app/(dashboard)/routes';
import { DeliveryPage } from '@/components/webhooks/delivery-page';

export default pageRoute(DeliveryPage);
