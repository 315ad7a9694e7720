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
  refunds: 'Refunds',
  average_order_value: 'Average order value',
  one_time_products: 'One-time sales',
  one_time_products_revenue: 'One-time revenue',
  new_subscriptions: 'New subscriptions',
  new_subscriptions_revenue: 'New subscription revenue',
  renewed_subscriptions: 'Renewals',
  renewed_subscriptions_revenue: 'Renewal revenue',
  ended_subscriptions: 'Ended subscriptions',
  active_subscriptions: 'Active subscriptions',
  paused_subscriptions: 'Paused subscriptions',
  monthly_recurring_revenue: 'Monthly recurring revenue',
  checkouts: 'Checkouts',
  succeeded_checkouts: 'Succeeded checkouts',
  fees: 'Fees',
  net_revenue: 'Net revenue',
};

/** What a figure counts (docs/contract/metrics.md#figures). */
export const FIGURE_HELP: Record<Figure, string> = {
  orders: 'All orders, including free ones.',
  revenue: 'Amounts of all orders before tax, minus refunds.',
  refunds: 'Amounts refunded, on the day of the refund.',
  average_order_value: 'Order amounts before refunds, divided by all orders.',
  one_time_products: 'Orders of one-time products.',
  one_time_products_revenue: 'Orders of one-time products, before refunds.',
  new_subscriptions: 'Subscriptions that started, including trials.',
  new_subscriptions_revenue: 'First orders of subscriptions, before refunds.',
  renewed_subscriptions: 'Renewal orders.',
  renewed_subscriptions_revenue: 'Renewal orders, before refunds.',
  ended_subscriptions: 'Subscriptions that were canceled or left unpaid.',
  active_subscriptions:
    'Trialing, active, and past due at the end of the period, including paused ones.',
  paused_subscriptions: 'Active subscriptions that are paused at the end of the period.',
  monthly_recurring_revenue:
    'Monthly amounts at the end of the period, after lasting discounts, without trials and paused ones.',
  checkouts: 'Checkouts created in the period.',
  succeeded_checkouts: 'Checkouts created in the period that have succeeded since.',
  fees: 'Stripe’s fees, in the currency that your Stripe account settles in.',
  net_revenue:
    'What’s left of payments after refunds and Stripe’s fees, in the currency that your Stripe account settles in.',
};

/** {@link FIGURE_HELP} where several figures are explained: with the figure's name. */
export const namedHelp = (figure: Figure) => `${FIGURE_LABELS[figure]}: ${FIGURE_HELP[figure]}`;

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
  /** The interval that is not over yet. */
  soFar: (interval: string) => `${interval} (so far)`,
};
