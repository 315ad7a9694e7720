import {
  CalendarX,
  CircleCheck,
  CircleDashed,
  CircleDollarSign,
  CircleSlash,
  Hourglass,
  TimerOff,
  TriangleAlert,
} from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import { formatDate } from '@/components/ui/time';
import type { OrderSubscription, SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

export const SUBSCRIPTION_STATUS: Record<SubscriptionStatus, Status> = {
  incomplete: { tone: 'idle', icon: CircleDashed, label: 'Incomplete' },
  incomplete_expired: { tone: 'idle', icon: TimerOff, label: 'Incomplete, expired' },
  trialing: { tone: 'info', icon: Hourglass, label: 'Trialing' },
  active: { tone: 'ok', icon: CircleCheck, label: 'Active' },
  past_due: { tone: 'warn', icon: TriangleAlert, label: 'Past due' },
  canceled: { tone: 'idle', icon: CircleSlash, label: 'Canceled' },
  unpaid: { tone: 'bad', icon: CircleDollarSign, label: 'Unpaid' },
};

/** The state of a subscription; one that ends says when, in the organization's zone. */
export function subscriptionStatus(
  subscription: Pick<OrderSubscription, 'status' | 'cancel_at_period_end' | 'current_period_end'>,
  zone: string,
): Status {
  const { status, cancel_at_period_end, current_period_end } = subscription;
  if (status === 'active' && cancel_at_period_end && current_period_end) {
    const day = formatDate(current_period_end, zone).replace(/, \d+$/, '');
    return { tone: 'warn', icon: CalendarX, label: `Cancels ${day}` };
  }
  return SUBSCRIPTION_STATUS[status];
}
