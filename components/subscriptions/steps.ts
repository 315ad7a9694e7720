import { SUBSCRIPTION_STATUS } from '@/components/entities/subscription-status';
import { nextEvent } from '@/components/subscriptions/life-cycle';
import { SUBSCRIPTION } from '@/components/subscriptions/presentation';
import type { Step } from '@/components/ui/status-timeline';
import type { OrderSubscription } from '@/lib/resources/subscriptions/schema';

/** The life cycle of a subscription as timeline steps. */
export function stepsOf(subscription: OrderSubscription): Step[] {
  const { status, created_at, started_at, current_period_start, current_period_end, ended_at } =
    subscription;
  const { tone, label } = SUBSCRIPTION_STATUS[status];
  const begun: Step = {
    label: SUBSCRIPTION.labels.started_at,
    at: started_at ?? created_at,
    state: 'past',
  };
  const ahead = aheadOf(subscription);
  if (subscription.paused_at) {
    const paused: Step = {
      label: 'Paused',
      at: subscription.paused_at,
      state: 'present',
      tone: 'idle',
    };
    return [begun, paused, ...ahead];
  }
  switch (status) {
    case 'incomplete':
      return [
        { label: 'Waiting for first payment', at: created_at, state: 'present', tone },
        { label: 'Starts', state: 'future' },
      ];
    case 'incomplete_expired':
      return [
        { label: SUBSCRIPTION.labels.created, at: created_at, state: 'past' },
        { label: 'First payment failed', at: ended_at, state: 'present', tone },
      ];
    case 'trialing':
      return [{ label: 'Trialing', at: started_at, state: 'present', tone }, ...ahead];
    case 'active': {
      const isFirst = started_at === current_period_start;
      const now: Step = isFirst
        ? { label: 'Active', at: current_period_start, state: 'present', tone }
        : { label: 'Active, renewed', at: current_period_start, state: 'present', tone };
      return isFirst ? [now, ...ahead] : [begun, now, ...ahead];
    }
    case 'past_due':
      return [
        begun,
        { label: 'Payment failed', at: current_period_end, state: 'present', tone },
        subscription.next_retry_at
          ? { label: 'Next retry', at: subscription.next_retry_at, state: 'future' }
          : {
              label: subscription.import_hold ? 'Not charged here yet' : 'Renews once paid',
              state: 'future',
            },
      ];
    case 'canceled':
    case 'unpaid':
      return [begun, { label, at: ended_at, state: 'present', tone }];
  }
}

/** The step to come of a subscription that has not ended. */
function aheadOf(subscription: OrderSubscription): Step[] {
  if (subscription.paused_at) return [{ label: 'Renews once resumed', state: 'future' }];
  const event = nextEvent(subscription);
  return event ? [{ label: event.label, at: event.at, state: 'future' }] : [];
}
