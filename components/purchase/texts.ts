import { pluralize } from '@/components/ui/money';

// The words that the hosted checkout shares with the seller's previews of it.

export const YOU_GET = 'You get';
export const ASKED = 'Asked at checkout';
export const OPTIONAL = '(optional)';
export const NAME_OF_PRODUCT = 'Product name';
export const NO_PRICE = 'Add a price to see what buyers pay.';

export const BILLING_PERIOD = 'Billing period';
export const PERIODS = { month: 'Monthly', year: 'Yearly', once: 'One time' } as const;
export const freeDays = (days: number) => `${pluralize(days, 'day')} free`;
export const save = (percent: number) => `Save ${percent}%`;

/** The empty option of a choice. */
export const CHOOSE = 'Choose';
