import { formatCount } from '@/components/ui/money';

export const METRICS = {
  title: 'Metrics',
  what: 'metrics',
  export: 'Export',
  figures: 'Figures',
  showCounted: 'Show current ones',
  compare: 'Previous period',
  interval: 'Interval',
  currency: 'Currency',
  upTo: (label: string, days: number) => `${label} (up to ${formatCount(days)} days)`,
  each: 'All figures',
  table: 'All figures by period',
  groups: 'Figures of the table',
  sales: 'Sales',
  subscriptions: 'Subscriptions',
  period: 'Period',
  none: 'Metrics start with your first order',
  noneText: 'Revenue, orders, and subscriptions show up here as soon as you sell something.',
  createCheckout: 'Create checkout',
};

export const CUSTOM = {
  label: 'Custom range',
  short: 'Custom',
  from: 'From',
  to: 'To',
  zone: (zone: string) => `Full days in ${zone} time.`,
  apply: 'Apply',
  missing: 'Choose both dates.',
  reversed: 'The end date is before the start date.',
  tooLong: 'Choose at most 100 years.',
};

export const FILTERS = {
  clear: 'Clear filters',
  product: 'Product',
  customer: 'Customer',
  billing: 'Billing type',
  recurring: 'Recurring',
  oneTime: 'One-time',
};
