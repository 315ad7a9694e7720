import { formatCount, pluralize } from '@/components/ui/money';
import type { Discount } from '@/lib/resources/discounts/schema';

// The words of the discounts' pages.

export const LIST = {
  title: 'Discounts',
  new: 'New discount',
  name: 'Name',
  code: 'Code',
  noCode: 'No code',
  copyCode: (code: string) => `Copy the code ${code}`,
  off: 'Off',
  duration: 'Duration',
  redeemed: 'Redeemed',
  window: 'Valid',
  state: 'State',
  created: 'Created',
  updated: 'Updated',
  firstRun: {
    title: 'Offer a code or a launch price.',
    text: 'Buyers type the code at checkout. Or add the discount to a checkout or a checkout link yourself.',
  },
};

/** "Once", "Forever", "For 3 months". */
export function durationLabel(
  discount: Pick<Discount, 'duration'> & { duration_in_months?: number },
) {
  switch (discount.duration) {
    case 'once':
      return 'Once';
    case 'forever':
      return 'Forever';
    case 'repeating':
      return `For ${pluralize(discount.duration_in_months ?? 0, 'month')}`;
  }
}

/** "12 of 100", "12". */
export function redeemedOf({
  redemptions_count,
  max_redemptions,
}: Pick<Discount, 'redemptions_count' | 'max_redemptions'>): string {
  const count = formatCount(redemptions_count);
  return max_redemptions === null ? count : `${count} of ${formatCount(max_redemptions)}`;
}

/** "25% off once", "$5.00 off for 3 months". */
export function termsLabel(off: string, duration: string): string {
  return `${off} ${duration.charAt(0).toLowerCase()}${duration.slice(1)}`;
}

export const WINDOW = {
  always: 'Always',
  from: (start: string) => `From ${start}`,
  until: (end: string) => `Until ${end}`,
  between: (start: string, end: string) => `${start} – ${end}`,
};

export const STATES = {
  active: 'Active',
  scheduled: 'Scheduled',
  ended: 'Ended',
  used: 'Used up',
};

export const DETAIL = {
  what: 'this discount',
  copyCode: 'Copy code',
  discount: 'Discount',
  starts: 'Starts',
  ends: 'Ends',
  now: 'Immediately',
  never: 'Never',
  products: 'Products',
  allProducts: 'All products',
  metadata: 'Metadata',
  noCode: 'No code: only you can apply it, to a checkout, a checkout link, or a subscription.',
  orders: 'Orders',
  subscriptions: 'Subscriptions',
  checkouts: 'Checkouts',
  links: 'Checkout links',
  empty: {
    orders: 'No order has used it yet.',
    subscriptions: 'No subscription uses it.',
    checkouts: 'No checkout has it.',
    links: 'No checkout link has it.',
  },
  noLabel: 'No label',
};

export const FORM = {
  newTitle: 'New discount',
  create: 'Create discount',
  created: 'Discount created.',
  edit: (name: string) => `Edit ${name}`,
  editTab: 'Edit',
  save: 'Save discount',
  saved: 'Discount saved.',
  cancel: 'Cancel',
  nameAndCode: 'Name and code',
  nameHelp: 'Buyers see it on receipts and invoices.',
  codeHelp: 'What buyers type at checkout: letters and digits. Without one, only you can apply it.',
  generate: 'Generate code',
  off: 'Amount',
  type: 'Type',
  percentage: 'Percentage',
  fixed: 'Fixed amount',
  percentOff: 'Percent off',
  amountOff: 'Amount off',
  locked: (redemptions: number) =>
    `Redeemed ${pluralize(redemptions, 'time')}: the amount can no longer change. Create another discount instead.`,
  duration: 'Duration on subscriptions',
  once: 'Once',
  onceHelp: 'Reduces the first payment.',
  forever: 'Forever',
  foreverHelp: 'Reduces every payment.',
  repeating: 'Multiple months',
  repeatingHelp: 'Reduces the payments of the first months.',
  months: 'Months',
  durationOnEdit:
    'Applies to subscriptions that already have the discount, from their next payment.',
  limits: 'Limits',
  starts: 'Starts',
  ends: 'Ends',
  inZone: (zone: string) => `Time in ${zone.replaceAll('_', ' ')}.`,
  max: 'Maximum redemptions',
  maxHelp: 'In total, for all buyers.',
  products: 'Products',
  productsHelp: 'Applies to all products unless you add some.',
  addProduct: 'Add a product',
  noProducts: 'No other products.',
  productsLabel: 'Products of the discount',
  remove: (name: string) => `Remove ${name}`,
  metadata: 'Metadata',
  metadataHelp: 'Only your team and your API calls see it.',
};

export const DELETE = {
  title: (name: string) => `Delete ${name}`,
  verb: 'Delete',
  done: 'Discount deleted.',
  counting: 'Counting where it is used…',
};

/** What a discount's deletion does, in numbers; a number that could not be loaded is null. */
export function deletionEffects(uses: {
  code: string | null;
  subscriptions: number | null;
  links: number | null;
  checkouts: number | null;
}): string {
  const { code, subscriptions, links, checkouts } = uses;
  const kept =
    subscriptions === 0
      ? ''
      : `${subscriptions === null ? 'Subscriptions' : pluralize(subscriptions, 'subscription')} with it ${subscriptions === 1 ? 'keeps' : 'keep'} the reduced price.`;
  const full =
    links === 0
      ? ''
      : `${links === null ? 'Checkout links' : pluralize(links, 'checkout link')} with it ${links === 1 ? 'sells' : 'sell'} at the full price from now on.`;
  const open =
    checkouts === 0
      ? ''
      : `${checkouts === null ? 'Open checkouts' : pluralize(checkouts, 'open checkout')} with it can no longer be paid at the reduced price.`;
  return [
    'No one can redeem it again.',
    open,
    full,
    kept,
    code !== null && `The code ${code} can be used for another discount.`,
    'This can’t be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}
