import type { Problem } from '@/lib/contract/errors';
import { DAY_MS } from '@/lib/contract/times';
import {
  FIGURE_NAMES,
  FIGURES,
  type Interval,
  type MetricPeriod,
  type Metrics,
  type MetricsLimits,
  type MetricTotals,
} from '@/lib/resources/metrics/schema';

/** The longest range for each interval, in days (docs/contract/metrics.md#limits). */
export const LIMITS: MetricsLimits['intervals'] = {
  hour: { max_days: 7 },
  day: { max_days: 366 },
  week: { max_days: 1096 },
  month: { max_days: 3653 },
  year: { max_days: 36_525 },
};

/** Why a range of dates, both inclusive, is refused; undefined where it is not. */
export function rangeProblem(start: string, end: string, interval: Interval): Problem | undefined {
  const { max_days } = LIMITS[interval];
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days >= 1 && days <= max_days) return undefined;
  const msg =
    days < 1
      ? 'The end date is before the start date.'
      : `Choose a range of at most ${max_days} days for this interval.`;
  return { loc: ['query', 'end_date'], msg, type: 'value_error' };
}

/** What happened in an interval; amounts are minor units. */
export interface Flow {
  /** Of all orders, free ones too. */
  orders: number;
  /** Their amounts, before refunds. */
  grossAmount: number;
  refundedAmount: number;
  purchases: number;
  purchasedAmount: number;
  /** Subscriptions that started. */
  starts: number;
  /** Of the first orders of subscriptions. */
  firstAmount: number;
  renewals: number;
  renewedAmount: number;
  /** Subscriptions that were running and ended. */
  ends: number;
  /** How much the number of running subscriptions changed, and that of the paused ones among them. */
  runningChange: number;
  pausedChange: number;
  /** How much the monthly recurring revenue changed. */
  monthlyChange: number;
  /** Checkouts created in it, and those of them that have succeeded since. */
  checkouts: number;
  succeededCheckouts: number;
  /** Of what was booked on balances in the currency, and what is left of it. */
  feeAmount: number;
  netAmount: number;
}

/** A count per `total`, half rounded up; 0 where there is none. */
export function averageOf(sum: number, total: number): number {
  return total === 0 ? 0 : Math.floor((2 * sum + total) / (2 * total));
}

/** What has changed until the first interval. */
type Stock = Pick<Flow, 'runningChange' | 'pausedChange' | 'monthlyChange'>;

/** The figures of what happened, `stock` being what there is at its end. */
function figuresOf(flow: Flow, stock: Stock): MetricTotals {
  return {
    orders: flow.orders,
    revenue: flow.grossAmount - flow.refundedAmount,
    refunds: flow.refundedAmount,
    average_order_value: averageOf(flow.grossAmount, flow.orders),
    one_time_products: flow.purchases,
    one_time_products_revenue: flow.purchasedAmount,
    new_subscriptions: flow.starts,
    new_subscriptions_revenue: flow.firstAmount,
    renewed_subscriptions: flow.renewals,
    renewed_subscriptions_revenue: flow.renewedAmount,
    ended_subscriptions: flow.ends,
    active_subscriptions: stock.runningChange,
    paused_subscriptions: stock.pausedChange,
    monthly_recurring_revenue: stock.monthlyChange,
    checkouts: flow.checkouts,
    succeeded_checkouts: flow.succeededCheckouts,
    fees: flow.feeAmount,
    net_revenue: flow.netAmount,
  };
}

/**
 * The figures of intervals in their order, and of all of them as one interval (docs/contract/metrics.md#figures). `before` are
 * the changes of stock before the first one.
 */
export function figuresOver(
  before: Stock,
  intervals: readonly { startsAt: Date; flow: Flow }[],
): { periods: MetricPeriod[]; totals: MetricTotals } {
  let stock = before;
  const periods = intervals.map(({ startsAt, flow }) => {
    stock = sumOf(stock, flow);
    return { timestamp: startsAt.toISOString(), ...figuresOf(flow, stock) };
  });
  const all = intervals.map(({ flow }) => flow).reduce(sumOf);
  return { periods, totals: figuresOf(all, stock) };
}

/** The sums of the numbers of one that another has as well. */
function sumOf<T extends object>(one: T, other: T): T {
  const sums = Object.entries(one).map(([name, value]) => [name, value + other[name as keyof T]]);
  return Object.fromEntries(sums) as T;
}

/** The figures' names and types. */
export const METRICS = Object.fromEntries(
  FIGURE_NAMES.map((slug) => {
    const [display_name, type] = FIGURES[slug];
    return [slug, { slug, display_name, type }];
  }),
) as Metrics;
