import { writeSearch } from '@/lib/contract/search';
import type { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

/** The search of the list of what the figure "Active subscriptions" counts now (docs/contract/metrics.md#figures). */
export const COUNTED_AS_ACTIVE = writeSearch({
  status: ['trialing', 'active', 'past_due'] satisfies SubscriptionStatus[],
});
