import { listRoute } from '@/app/(dashboard)/routes';
import { GET as COUNTS } from '@/app/v1/subscriptions/counts/route';
import { GET } from '@/app/v1/subscriptions/route';
import { PAUSED } from '@/components/entities/active-subscriptions';
import { SubscriptionsPage } from '@/components/subscriptions/subscriptions-page';
import { countSubscriptions, listSubscriptions } from '@/lib/resources/subscriptions/contract';

export default listRoute(SubscriptionsPage, listSubscriptions, GET, {
  operation: countSubscriptions,
  handler: COUNTS,
  part: PAUSED,
});
