import {
  CalendarX,
  CircleCheck,
  CircleDashed,
  CircleDollarSign,
  CirclePause,
  CircleSlash,
  Hourglass,
  TimerOff,
  TriangleAlert,
} from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import { formatShort } from '@/components/ui/time';
import { ACTIVE_STATUSES, isOneOf } from '@/lib/resources/subscription-statuses/rules';
import type { OrderSubscription, SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

export const SUBSCRIPTION_STATUS: Record<SubscriptionStatus, Status> = {
  incomplete: { tone: 'idle', icon: CircleDashed, label: 'Incomplete' },
  incomplete_expired: { tone: 'idle', icon: TimerOff, label: 'Incomplete, expired' },
  trialing: { tone: 'info', icon: Hourglass, label: 'Trialing' },
  active: { tone: 'ok', icon: CircleCheck, label: 'Active' },
  past_due: { tone: 'warn', icon: TriangleAlert, label: 'Past due', needsAction: true },
  canceled: { tone: 'idle', icon: CircleSlash, label: 'Canceled' },
  unpaid: { tone: 'bad', icon: CircleDollarSign, label: 'Unpaid', needsAction: true },
};

/** What the badge of a subscription depends on. */
export type SubscriptionState = Pick<
  OrderSubscription,
  'status' | 'cancel_at_period_end' | 'current_period_end' | 'paused_at'
>;

const PAUSED: Status = { tone: 'idle', icon: CirclePause, label: 'Paused' };

/**
 * The state of a subscription: a paused one neither renews nor ends, and one that ends says when, in the
 * organization's zone; with the year where it is another one than that of `now`.
 */
export function subscriptionStatus(
  subscription: SubscriptionState,
  zone: string,
  now: number,
): Status {
  const { status, cancel_at_period_end, current_period_end, paused_at } = subscription;
  const isRunning = isOneOf(ACTIVE_STATUSES, status);
  if (isRunning && paused_at) return PAUSED;
  if (isRunning && cancel_at_period_end && current_period_end) {
    const day = formatShort(current_period_end, zone, now);
    return { tone: 'warn', icon: CalendarX, label: `Cancels ${day}` };
  }
  return SUBSCRIPTION_STATUS[status];
}
