import { pageRoute } from '@/app/(dashboard)/routes';
import { SubscriptionPage } from '@/components/subscriptions/subscription-page';

export default pageRoute(SubscriptionPage);
