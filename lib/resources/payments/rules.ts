import { capitalized } from '@/lib/contract/formats';

/** Where a payment is found in the dashboard of the account that took it; null for what is none of Stripe's. */
export function dashboardUrl(
  reference: string | null,
  mode: 'test' | 'live' | null,
): string | null {
  if (mode === null || !reference?.startsWith('pi_')) return null;
  return `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${reference}`;
}

/** The names of brands that are not the processor's word with a capital letter. */
const BRAND_NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
};

/** "Visa" of the processor's "visa". */
export function brandName(brand: string): string {
  const name = Object.hasOwn(BRAND_NAMES, brand) && BRAND_NAMES[brand];
  return name || capitalized(brand);
}

/** "Visa •••• 4242" of the processor's "visa" and "4242". */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandName(brand)} •••• ${last4}`;
}

/** Why a payment failed, by the processor's code, for whoever pays. */
const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The card’s security code is incorrect.',
  processing_error: 'The payment could not be processed.',
  authentication_required: 'Your bank asks you to confirm the payment.',
  no_payment_method: 'There is no card on file.',
  amount_refused: 'The payment service does not charge this amount.',
};

/** Why a payment failed, in words, by the issuer's code or else the processor's. */
export function reasonOf(code: string | null): string {
  return (
    (code !== null && Object.hasOwn(REASONS, code) && REASONS[code]) ||
    'Your bank declined the payment.'
  );
}
