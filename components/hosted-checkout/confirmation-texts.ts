import { formatMoney, pluralize } from '@/components/ui/money';

// What the confirmation says, and the portal of what was bought. The checkout itself does not load it.

export const THANKS = 'Thank you.';
export const isYours = (product: string) => `Thank you. ${product} is yours.`;
export const refundedTitle = (product: string) => `${product} was refunded.`;
export const paidInAll = (amount: number, currency: string) =>
  `Paid ${formatMoney(amount, currency)}`;
export const boughtFrom = (seller: string, email: string) => `Bought from ${seller} by ${email}.`;
export const refundedPart = (amount: number, currency: string) =>
  `${formatMoney(amount, currency)} was refunded.`;
export const refundedText = (amount: number, currency: string) =>
  `${formatMoney(amount, currency)} went back to your card. It can take a few days to appear.`;

export const ORDER_NUMBER = 'Order number';
export const PAID_WITH = 'Paid with';
export const viewInvoice = (number: string | null) => `View invoice ${number}`;
export const PRINT_RECEIPT = 'Print receipt';

export const OTHER_WINDOW =
  'For your security, keys and downloads aren’t shown here. Ask the seller for a link to your purchases.';
export const inPortal = (hasKeys: boolean) =>
  `For your security, ${hasKeys ? 'keys' : 'downloads'} aren’t shown here. Sign in to see them.`;
export const PORTAL_LINK = 'Get a link to your purchases';
export const SEE_PURCHASES = 'See your purchases';
export const RECEIPT_MAILED = 'Your receipt is on its way.';
export const OVER =
  'Keys and downloads are shown here for an hour after payment. Unless the purchase was refunded, see them again among your purchases.';
export const OVER_UNMAILED =
  'Keys and downloads are shown here for an hour after payment. Unless the purchase was refunded, ask the seller for them.';
export const continueTo = (seller: string) => `Continue to ${seller}`;

export const keysTitle = (count: number) => (count === 1 ? 'License key' : 'License keys');
export const KEY_COMING =
  'Your license key is on its way. It appears among your purchases as soon as the seller has it.';
export const SAVE_KEY = 'Save this key somewhere safe. You need it to activate the product.';
export const devicesInUse = (count: number, limit: number | null) =>
  limit === null
    ? `${pluralize(count, 'device')} in use`
    : `${count} of ${pluralize(limit, 'device')} in use`;
export const validUntil = (date: string) => `Valid until ${date}`;
export const keyOf = (product: string) => `License key of ${product}:`;
export const COPY_KEY = 'Copy key';
export const COPY = 'Copy';
export const FOR_DEVELOPERS = 'For developers';
export const ACTIVATE = 'Activate via API';
export const VALIDATE = 'Validate via API';
export const LANGUAGE = 'Language';
export const COPY_SNIPPET = 'Copy snippet';

export const DOWNLOADS = 'Downloads';

export const WAITING = {
  title: 'Your bank asks you to confirm this payment.',
  text: (product: string) => `You haven’t been charged yet. Confirm it to get ${product}.`,
  action: 'Continue',
} as const;

export const PAYMENT = 'Payment';

export const LEGAL = {
  terms: 'Terms of sale',
  refunds: 'Refund policy',
  waives: 'Give me access right away. I agree that I lose my right to withdraw once I have it.',
} as const;
