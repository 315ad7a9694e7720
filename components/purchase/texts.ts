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

/** How the terms of a subscription end (docs/contract/portal.md#who-cancels). */
export const TERMS = {
  buyerCancels: ' until you cancel.',
  sellerCancels: (seller: string) => `. Contact ${seller} to cancel.`,
  /** Of a seller without an address: their link opens a portal that cancels. */
  linkCancels: (seller: string) => `. To cancel, ask ${seller} for a link to your purchases.`,
  /** Read by sellers. */
  either: ' until canceled.',
} as const;

/** The empty option of a choice. */
export const CHOOSE = 'Choose';

/** Where customers are edited: by sellers, and by themselves in the portal. */
export const BILLING = {
  country: 'Country',
  noCountry: 'No address',
  line1: 'Address line 1',
  line2: 'Address line 2',
  city: 'City',
  region: 'State or region',
  noRegion: 'Choose',
  taxId: 'Tax ID',
  taxIdHelp: 'VAT, GST, or company number in the format of the country.',
  chooseCountry: 'Choose the country of the address.',
  countryForTaxId: 'Choose the country first: it decides the format of the tax ID.',
  wrongTaxId: 'This isn’t a valid tax ID for the chosen country.',
} as const;
