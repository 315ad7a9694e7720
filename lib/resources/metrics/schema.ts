import { z } from 'zod';
import { Timestamp } from '@/lib/contract/fields';

export const INTERVALS = ['year', 'month', 'week', 'day', 'hour'] as const;
export const Interval = z.enum(INTERVALS).meta({ id: 'Interval' });
export type Interval = z.infer<typeof Interval>;

/** The figures in their order (docs/contract/metrics.md#figures); `currency` ones are minor units. */
export const FIGURES = {
  orders: ['Orders', 'scalar'],
  revenue: ['Revenue', 'currency'],
  refunds: ['Refunds', 'currency'],
  average_order_value: ['Average order value', 'currency'],
  one_time_products: ['One-time products', 'scalar'],
  one_time_products_revenue: ['One-time products revenue', 'currency'],
  new_subscriptions: ['New subscriptions', 'scalar'],
  new_subscriptions_revenue: ['New subscriptions revenue', 'currency'],
  renewed_subscriptions: ['Renewed subscriptions', 'scalar'],
  renewed_subscriptions_revenue: ['Renewed subscriptions revenue', 'currency'],
  ended_subscriptions: ['Ended subscriptions', 'scalar'],
  active_subscriptions: ['Active subscriptions', 'scalar'],
  paused_subscriptions: ['Paused subscriptions', 'scalar'],
  monthly_recurring_revenue: ['Monthly recurring revenue', 'currency'],
  checkouts: ['Checkouts', 'scalar'],
  succeeded_checkouts: ['Succeeded checkouts', 'scalar'],
  fees: ['Fees', 'currency'],
  net_revenue: ['Net revenue', 'currency'],
} as const;
export type Figure = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as Figure[];

function forEachFigure<T>(value: T): Record<Figure, T> {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, value])) as Record<Figure, T>;
}

const MetricType = z.enum(['scalar', 'currency']).meta({ id: 'MetricType' });
const Metric = z
  .object({ slug: z.string(), display_name: z.string(), type: MetricType })
  .meta({ id: 'Metric' });
const Metrics = z.object(forEachFigure(Metric)).meta({ id: 'Metrics' });
export type Metrics = z.infer<typeof Metrics>;

export const MetricPeriod = z
  .object({
    timestamp: Timestamp.meta({ description: 'The start of the uncut interval.' }),
    ...forEachFigure(z.int()),
  })
  .meta({ id: 'MetricPeriod' });
export type MetricPeriod = z.infer<typeof MetricPeriod>;

export const MetricTotals = z.object(forEachFigure(z.int())).meta({
  id: 'MetricTotals',
  description: 'The figures of all given dates as one interval.',
});
export type MetricTotals = z.infer<typeof MetricTotals>;

export const MetricsResponse = z
  .object({
    periods: z.array(MetricPeriod),
    totals: MetricTotals,
    metrics: Metrics,
    currency: z.string().meta({ description: 'What was sold in it is counted, and nothing else.' }),
  })
  .meta({ id: 'MetricsResponse', resource: 'metrics' });
export type MetricsResponse = z.infer<typeof MetricsResponse>;

const MetricsIntervalLimit = z
  .object({ max_days: z.int().meta({ description: 'The longest range, in days.' }) })
  .meta({ id: 'MetricsIntervalLimit' });
const MetricsIntervalsLimits = z
  .object({
    hour: MetricsIntervalLimit,
    day: MetricsIntervalLimit,
    week: MetricsIntervalLimit,
    month: MetricsIntervalLimit,
    year: MetricsIntervalLimit,
  })
  .meta({ id: 'MetricsIntervalsLimits' });

export const MetricsLimits = z
  .object({
    min_date: z.iso.date(),
    currencies: z.array(z.string()).meta({ description: 'Those of the orders.' }),
    intervals: MetricsIntervalsLimits,
  })
  .meta({ id: 'MetricsLimits', resource: 'metrics' });
export type MetricsLimits = z.infer<typeof MetricsLimits>;
