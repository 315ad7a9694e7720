import { addMonths, DAY_MS } from '@/lib/contract/times';
import { isOneOf, OVERDUE_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import type { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

/** How many months a period has. */
export const MONTHS = { month: 1, year: 12 } as const;

export type Interval = keyof typeof MONTHS;

/**
 * The end of a period that starts at `start`: one interval later, on the anchor day (1–31) or, in a
 * shorter month, on its last day, at the same time of day. All in UTC. So 31 January is followed by
 * 28 February and that by 31 March (docs/contract/subscriptions.md#periods).
 */
export function periodEnd(start: Date, interval: Interval, anchorDay: number): Date {
  return addMonths(start, MONTHS[interval], anchorDay);
}

interface FirstPeriod {
  status: 'trialing' | 'active';
  end: Date;
  /** The day of the month on which the subscription renews. */
  anchorDay: number;
}

/**
 * The first period of a price from `start`: a trial of `trial_days` times 24 hours, after which the renewals
 * are counted, or the first interval (docs/contract/subscriptions.md#trials).
 */
export function firstPeriod(
  start: Date,
  price: { recurringInterval: Interval; trialDays: number | null },
): FirstPeriod {
  if (price.trialDays !== null) {
    const end = new Date(start.getTime() + price.trialDays * DAY_MS);
    return { status: 'trialing', end, anchorDay: end.getUTCDate() };
  }
  const anchorDay = start.getUTCDate();
  return { status: 'active', end: periodEnd(start, price.recurringInterval, anchorDay), anchorDay };
}

/** Whether money is overdue: a retry, or another payment method, charges it. */
export function isOverdue({ status }: { status: SubscriptionStatus }): boolean {
  return isOneOf(OVERDUE_STATUSES, status);
}

/** A payment method of a subscription that its buyer has yet to authenticate, as its column has it. */
export interface MethodSetup {
  /** The stored name of the processor, and its own reference. */
  processor: string;
  reference: string;
  /** Encrypted. */
  secret: string;
  /** When it is given up, by the organization's clock: ISO 8601. */
  expires_at: string;
}
