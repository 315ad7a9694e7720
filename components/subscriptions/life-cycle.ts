import type { OrderSubscription } from '@/lib/resources/subscriptions/schema';

/** The next or last event in the life cycle of a subscription. */
export interface LifeCycleEvent {
  label:
    | 'Renews'
    | 'Paid until'
    | 'Ends'
    | 'Ended'
    | 'Unpaid since'
    | 'First charge'
    | 'Next retry'
    | 'Was due'
    | 'Paused since';
  at: string | null;
}

/** When a subscription renews or ends; null before it has begun. */
export function nextEvent({
  status,
  cancel_at_period_end,
  current_period_end,
  ended_at,
  next_retry_at,
  paused_at,
  import_hold,
}: OrderSubscription): LifeCycleEvent | null {
  switch (status) {
    case 'incomplete':
      return null;
    case 'incomplete_expired':
    case 'canceled':
      return { label: 'Ended', at: ended_at ?? current_period_end };
    case 'unpaid':
      return { label: 'Unpaid since', at: ended_at ?? current_period_end };
    case 'past_due':
      return next_retry_at
        ? { label: 'Next retry', at: next_retry_at }
        : { label: 'Was due', at: current_period_end };
    case 'trialing':
    case 'active':
      if (paused_at) return { label: 'Paused since', at: paused_at };
      if (cancel_at_period_end) return { label: 'Ends', at: current_period_end };
      // Whether it renews here is not known yet.
      if (import_hold) return { label: 'Paid until', at: current_period_end };
      return {
        label: status === 'trialing' ? 'First charge' : 'Renews',
        at: current_period_end,
      };
  }
}
