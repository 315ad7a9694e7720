import { pluralize } from '@/components/ui/money';

// Home.

export const HOME = {
  title: 'Home',
  figuresOf: 'figures',
  revenue: 'Revenue',
  subscriptions: 'New and renewed subscriptions',
};

export const LATEST_ORDERS = {
  title: 'Latest orders',
  all: (count: string) => `All ${count}`,
  none: 'Your first sale shows up here.',
};

export const FIRST_SALE = {
  title: 'Your first sale',
  text: (customer: string, product: string) => `${customer} bought ${product}.`,
  view: 'View order',
  dismiss: 'Dismiss',
  tax: 'Tax',
  total: 'Total',
};

export const ATTENTION = {
  title: 'Needs attention',
  loading: 'what needs attention',
  none: 'All clear',
  failed: 'Could not count everything.',
  pastDue: { noun: 'subscription', state: 'past due' },
  unpaid: { noun: 'subscription', state: 'unpaid' },
  ending: { noun: 'subscription', state: 'ending within 7 days' },
  failedCheckouts: { noun: 'checkout', state: 'failed in the last 24 hours' },
  webhooks: { noun: 'webhook endpoint', state: 'failing or turned off' },
  keysAtLimit: { noun: 'license key', state: 'at the limit' },
  tokens: { noun: 'API token', state: 'expiring within 14 days' },
  count: (count: number, noun: string) => pluralize(count, noun),
};

export const CHECKLIST = {
  title: 'Get started',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  product: {
    title: 'Add a product',
    text: 'Give it a name and a price.',
    action: 'New product',
  },
  checkout: {
    title: 'Try a checkout',
    text: 'Pay with a test card. Nothing is charged.',
    action: 'New checkout',
  },
  token: {
    title: 'Create an API token',
    text: 'Do everything you do here from your own code.',
    action: 'Create token',
    copy: 'Copy a first call as curl',
  },
};

// Organizations and a new one.

export const ORGANIZATIONS = {
  title: 'Organizations',
  noun: { one: 'organization', many: 'organizations' },
  create: 'New organization',
  name: 'Name',
  slug: 'Slug',
  created: 'Created',
  none: 'No organizations yet',
  whatFor: 'An organization holds your products, customers, and sales.',
};

export const NEW_ORGANIZATION = {
  title: 'New organization',
  name: 'Name',
  nameHelp: 'Shown to buyers at checkout and on receipts.',
  slug: 'Slug',
  slugHelp: 'Used in URLs. You can’t change it later.',
  create: 'Create organization',
};
