import { pluralize } from '@/components/ui/money';

// The words of the form of a checkout.

export const YOUR_DETAILS = 'Your details';
export const EMAIL = 'Email';
export const EMAIL_LOCKED = 'Set by the seller for this checkout.';
export const NAME = 'Name';
export const COUNTRY = 'Country';
export const CHOOSE_COUNTRY = 'Choose a country';
export const COMPANY = 'Buying for a company';
export const TAX_ID = 'Tax ID';
export const TAX_ID_HELP = 'Such as a VAT number. Printed on your invoice.';
export const MORE = 'Additional information';

export const CURRENCY = 'Currency';
export const YOUR_PRICE = 'Choose your price';
export const amountIn = (currency: string) => `Amount in ${currency.toUpperCase()}`;
export const bounds = (least: string, most: string | null) =>
  most === null ? `At least ${least}.` : `From ${least} to ${most}.`;

export const CARD = 'Card';
/** Where real cards would be charged. */
export const NO_CARD_FORM =
  'This page can’t take cards yet. Contact the seller to pay another way.';
export const NO_CHARGE_TODAY = 'No charge today';
export const CARD_NUMBER = 'Card number';
export const EXPIRATION = 'Expiration date';
export const SECURITY_CODE = 'Security code';
export const TEST_CARDS_TITLE = 'Test cards';
export const TEST_CARDS_HELP = 'Choose a card to fill it in. Card numbers never leave this page.';

export const ADD_CODE = 'Add discount code';
export const CODE = 'Discount code';
export const APPLY = 'Apply';
export const DISCOUNT = 'Discount';
export const REMOVE_CODE = 'Remove code';
export const removeDiscount = (name: string) => `Remove discount ${name}`;

export const FORM = 'Checkout';

// Problems of the form

export const PROBLEMS = {
  noEmail: 'Enter your email address.',
  email: 'Enter a valid email address, such as name@example.com.',
  amount: 'Enter an amount, such as 15.00.',
  least: (amount: string) => `The minimum is ${amount}.`,
  most: (amount: string) => `The maximum is ${amount}.`,
  name: 'Enter your name.',
  country: 'Choose your country.',
  noTaxId: 'Enter the company’s tax ID.',
  taxIdCountry: 'Choose a country first. The format of the tax ID depends on it.',
  taxId: 'This isn’t a valid tax ID for the chosen country.',
  noCode: 'Enter a discount code.',
  code: 'This code isn’t valid. Check the spelling, remove it, or pay without it.',
  codeFailed: 'The code couldn’t be applied. You can pay without it.',
  codeWait: (seconds: number) =>
    `Too many attempts. Try again in ${pluralize(seconds, 'second')}, or pay without a code.`,
  securityCode: 'Enter the security code again.',
} as const;

/** Below the email address, where the product has a free trial that is used. */
export const TRIAL_USED = 'This email already had a free trial of this product.';

// Failures of a payment

export const FAILURES = {
  bank: 'Your bank didn’t confirm the payment. Nothing was charged. Try again, or use another card.',
  price: 'This price is no longer offered. Nothing was charged.',
  elsewhere: 'This checkout is being paid in another window. Wait a moment.',
  trial: (total: string) =>
    `This email already had a free trial. Nothing was charged. The total is now ${total}.`,
  wait: (seconds: number) =>
    `Too many attempts. Nothing was charged. Try again in ${pluralize(seconds, 'second')}.`,
  lost: 'We didn’t get a response. Try again. You won’t be charged twice.',
} as const;
