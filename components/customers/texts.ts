import { pluralize } from '@/components/ui/money';

// The words of the customers' pages.

/** "1 of 3 active"; null where there are none. */
export function activeOf(active: number, all: number): string | null {
  if (all === 0) return null;
  return active === all ? `${all} active` : `${active} of ${all} active`;
}

export const DELETE = {
  counting: 'Counting subscriptions and benefits…',
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
