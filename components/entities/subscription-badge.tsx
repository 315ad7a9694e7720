'use client';

import {
  type SubscriptionState,
  subscriptionStatus,
} from '@/components/entities/subscription-status';
import { Badge } from '@/components/ui/badge';
import { useNow, useTimeZone } from '@/components/ui/time';

/** The state of a subscription in the rows of a list. */
export function SubscriptionBadge({ subscription }: { subscription: SubscriptionState }) {
  return <Badge status={subscriptionStatus(subscription, useTimeZone(), useNow())} />;
}
