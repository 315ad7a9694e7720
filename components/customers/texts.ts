import { pausedAmong } from '@/components/entities/active-subscriptions';
import { pluralize } from '@/components/ui/money';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

// The words of the customers' pages.

export const LIST = {
  title: 'Customers',
  new: 'New customer',
  name: 'Name',
  email: 'Email',
  country: 'Country',
  spent: 'Spent',
  orders: 'Orders',
  subscriptions: 'Subscriptions',
  keys: 'License keys',
  created: 'Created',
  updated: 'Updated',
  firstRun: {
    title: 'Checkout adds buyers. Or add one now.',
    text: 'Everyone who buys becomes a customer. Add one yourself to prepare a checkout for someone you already know.',
  },
};

/** `2 of 3 active, 1 paused`, what follows being among the active ones; null where there are no subscriptions. */
export function activeOf({
  subscriptions_count: all,
  active_subscriptions_count,
  past_due_subscriptions_count: pastDue,
  paused_subscriptions_count: paused,
}: Pick<
  CustomerWithTotals,
  | 'subscriptions_count'
  | 'active_subscriptions_count'
  | 'past_due_subscriptions_count'
  | 'paused_subscriptions_count'
>): string | null {
  if (all === 0) return null;
  const active = active_subscriptions_count + pastDue;
  return [
    active === all ? `${all} active` : `${active} of ${all} active`,
    ...(paused > 0 ? [pausedAmong(paused)] : []),
    ...(pastDue > 0 ? [`${pastDue} past due`] : []),
  ].join(', ');
}

export const DETAIL = {
  what: 'this customer',
  totals: 'Totals',
  activeSubscriptions: 'Active subscriptions',
  customer: 'Customer',
  metadata: 'Metadata',
  address: 'Billing address',
  taxId: 'Tax ID',
  verified: 'Email verified',
  yes: 'Yes',
  no: 'No',
  empty: {
    orders: 'No orders yet.',
    subscriptions: 'No subscriptions yet.',
    keys: 'No license keys yet.',
    payments: 'No payment attempts yet.',
    refunds: 'No refunds.',
  },
  refunds: 'Refunds',
};

export const FORM = {
  newTitle: 'New customer',
  create: 'Create customer',
  created: 'Customer created.',
  edit: (name: string) => `Edit ${name}`,
  editTab: 'Edit',
  save: 'Save customer',
  saved: 'Customer saved.',
  cancel: 'Cancel',
  contact: 'Contact',
  emailHelp: 'Purchases with this email belong to this customer.',
  billing: 'Billing',
  billingHelp: 'Fills in their next checkout. Invoices already issued stay as they are.',
  metadata: 'Metadata',
  metadataHelp: 'Only your team and your API calls see it.',
};

export const DELETE = {
  title: (name: string) => `Delete ${name}`,
  verb: 'Delete',
  done: 'Customer deleted.',
  counting: 'Counting subscriptions and benefits…',
  blocked: 'Owners and admins only.',
  ownersOnly:
    'This customer has a running subscription, which deleting would cancel. Only owners and admins can do that. Ask one of them to delete the customer.',
  unknown:
    'Cancels their subscriptions now and revokes their license keys and other benefits. No refund. Orders stay in your records.',
};

/** What a customer's deletion does, in numbers; the license keys are among the benefits. */
export function deletionEffects(ends: {
  subscriptions: number;
  benefits: number;
  keys: number;
  orders: number;
}): string {
  const subscriptions =
    ends.subscriptions > 0 ? `cancels ${pluralize(ends.subscriptions, 'subscription')} now` : '';
  const keys = ends.keys > 0 ? `, including ${pluralize(ends.keys, 'license key')}` : '';
  const benefits =
    ends.benefits > 0 ? `takes away ${pluralize(ends.benefits, 'benefit')}${keys}` : '';
  const harm = [subscriptions, benefits].filter(Boolean).join(' and ');
  const first = harm ? `${harm.charAt(0).toUpperCase()}${harm.slice(1)}.` : '';
  const orders = ends.orders > 0 ? `${pluralize(ends.orders, 'order')} stay in your records.` : '';
  const kept = ends.orders === 1 ? '1 order stays in your records.' : orders;
  return [first || 'Nothing they bought is in use.', 'No refund.', kept, 'This can’t be undone.']
    .filter(Boolean)
    .join(' ');
}

export const PORTAL_LINK = {
  button: 'Portal link',
  title: (name: string) => `Portal link for ${name}`,
  text: (email: string) =>
    `Opens everything ${email} has bought. Works once, within an hour. Anyone with the link can use it.`,
  create: 'Create link',
  copy: 'Copy link',
  close: 'Done',
  cancel: 'Cancel',
};
