import type { RangeName } from '@/components/charts/date-range';
import type { Figure, Interval } from '@/lib/resources/metrics/schema';

export const RANGES: Record<RangeName, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
};
export const RANGE = 'Range';

export const FIGURE_LABELS: Record<Figure, string> = {
  orders: 'Orders',
  revenue: 'Revenue',
  average_order_value: 'Average order value',
  one_time_products: 'One-time sales',
  one_time_products_revenue: 'One-time revenue',
  new_subscriptions: 'New subscriptions',
  new_subscriptions_revenue: 'New subscription revenue',
  renewed_subscriptions: 'Renewals',
  renewed_subscriptions_revenue: 'Renewal revenue',
  active_subscriptions: 'Active subscriptions',
  monthly_recurring_revenue: 'Monthly recurring revenue',
};

/** What a figure counts, where its label alone could be read otherwise. */
export const FIGURE_HELP: Partial<Record<Figure, string>> = {
  active_subscriptions: 'Includes trialing and past due.',
};

export const INTERVALS: Record<Interval, string> = {
  hour: 'By hour',
  day: 'By day',
  week: 'By week',
  month: 'By month',
  year: 'By year',
};

export const CHANGE = {
  up: 'Up',
  down: 'Down',
  same: 'No change',
  fresh: 'New',
  from: (before: string) => `from ${before}`,
};

export const CHART = {
  show: 'Chart',
  table: 'Table',
  shownAs: (title: string) => `Show ${title.toLowerCase()} as`,
  tableOf: (title: string) => `${title} table`,
  previous: 'Previous period',
  total: 'Entire range',
};
