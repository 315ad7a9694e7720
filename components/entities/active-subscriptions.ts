import { formatCount } from '@/components/ui/money';
import { writeSearch } from '@/lib/contract/search';
import { RUNNING_STATUSES } from '@/lib/resources/subscription-statuses/rules';

// Pages count subscriptions as active as the figure does (docs/contract/metrics.md#figures): trialing, active and past
// due ones. Paused ones are among them, and said beside.

/** The search of the list of those. */
export const COUNTED_AS_ACTIVE = writeSearch({ status: [...RUNNING_STATUSES] });

/** What narrows the list to the paused ones. */
export const PAUSED = { paused: 'true' };

/** `1 paused`, beside a number of active subscriptions. */
export function pausedAmong(count: number): string {
  return `${formatCount(count)} paused`;
}
