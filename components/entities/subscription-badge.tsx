'use client';

import { subscriptionStatus } from '@/components/entities/subscription-status';
import { Badge } from '@/components/ui/badge';
import { useTimeZone } from '@/components/ui/time';
import type { OrderSubscription } from '@/lib/resources/subscriptions/schema';

type Shown = Pick<OrderSubscription, 'status' | 'cancel_at_period_end' | 'current_period_end'>;

/** The state of a subscription in the rows of a list. */
export function SubscriptionBadge({ subscription }: { subscription: Shown }) {
  return <Badge status={subscriptionStatus(subscription, useTimeZone())} />;
}
