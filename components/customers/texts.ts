import { pausedAmong } from '@/components/entities/active-subscriptions';
import { pluralize } from '@/components/ui/money';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

// The words of the customers' pages.

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

export const DELETE = {
  counting: 'Counting subscriptions and benefits…',
  ownersOnly:
    'This customer has a running subscription, which deleting would cancel. Only owners and admins can do that. Ask one of them to delete the customer.',
  unknown:
    'Cancels their subscriptions now and revokes their license keys and other benefits. No refund. Orders stay in your records.',
};

/** What a customer's deletion does, in numbers; license keys are benefits, and alone they are not counted twice. */
export function deletionEffects(ends: {
  subscriptions: number;
  benefits: number;
  keys: number;
  orders: number;
}): string {
  const subscriptions =
    ends.subscriptions > 0 ? `cancels ${pluralize(ends.subscriptions, 'subscription')} now` : '';
  const keys = pluralize(ends.keys, 'license key');
  const all = pluralize(ends.benefits, 'benefit');
  const some = ends.keys > 0 ? `${all}, including ${keys}` : all;
  const benefits =
    ends.benefits > 0 ? `takes away ${ends.keys === ends.benefits ? keys : some}` : '';
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
};
